#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/e2mc/e2mc_config.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/e2mc/sampled_code.hpp"
#include "models/e2mc/value_counts.hpp"

namespace heddle {

/// The code of a machine's run (Lal2017, section III-B2). An online one is made by software, in no time, when
/// the tables that have counted the values of the sampling phase are read out; then the units load it. It
/// does not change any more.
class RunCode {
 public:
  explicit RunCode(const E2mcConfig& config);

  std::shared_ptr<const LineCodec> codec() const { return codec_; }
  /// Null in the sampling phase.
  const e2mc::CodeTable* table() const { return codec_->code(); }

  /// Is the sampling phase over? Throws Error when there is neither a code nor a sampling phase.
  bool ended() const;
  /// A line of the sampling phase is counted by software, after so many instructions of the run. True when
  /// the phase ends with it.
  bool saw(std::span<const unsigned char> line, std::uint64_t instructions);
  /// A line of the sampling phase has come to a table, after so many instructions. True when the phase ends
  /// with it.
  bool reached(std::uint64_t instructions);
  /// There is a table, whose entries are to be read out when `end` is called; then it gives them to
  /// `sampled`.
  void add_sampler(std::function<void()> end) { samplers_.push_back(std::move(end)); }
  void sampled(const e2mc::SampledCounts& counts);
  /// `load` is called once, when there is a code: now or later.
  void when_made(std::function<void(const e2mc::CodeTable&)> load);

  /// A layer of configuration with the code, or with that of all values that software has counted in a run
  /// that made none.
  std::string layer() const;

 private:
  void make(e2mc::CodeTable table);

  const E2mcConfig config_;
  const std::shared_ptr<E2mcLineCodec> codec_;
  e2mc::ValueCounts counts_;
  e2mc::SampledCounts sampled_;
  bool ended_ = false;
  std::vector<std::function<void()>> samplers_;
  std::size_t read_out_ = 0;  ///< tables
  std::vector<std::function<void(const e2mc::CodeTable&)>> waiting_;
};

}  // namespace heddle
