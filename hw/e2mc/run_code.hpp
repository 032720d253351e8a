#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/e2mc/e2mc_config.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/e2mc/value_counts.hpp"

namespace heddle {

/// The code of a machine's run (Lal2017, section III-B2). An online one is made by software of the values
/// that come by in the sampling phase, in no time; then the units load it. It does not change any more.
class RunCode {
 public:
  explicit RunCode(const E2mcConfig& config);

  std::shared_ptr<const LineCodec> codec() const { return codec_; }
  /// Null in the sampling phase.
  const e2mc::CodeTable* table() const { return codec_->code(); }

  /// A line that is read or written without being compressed, after so many instructions of the run. True
  /// when the sampling phase ends with it. Throws Error when there is neither a code nor a sampling phase.
  bool saw(std::span<const unsigned char> line, std::uint64_t instructions);
  /// `load` is called once, when there is a code: now or later.
  void when_made(std::function<void(const e2mc::CodeTable&)> load);

  /// A layer of configuration with the code, or with that of all values seen in a run that made none.
  std::string layer() const;

 private:
  void make();

  const E2mcConfig config_;
  const std::shared_ptr<E2mcLineCodec> codec_;
  e2mc::ValueCounts counts_;
  std::vector<std::function<void(const e2mc::CodeTable&)>> waiting_;
};

}  // namespace heddle
