#pragma once

#include <memory>
#include <optional>

#include "models/e2mc/line_coder.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// E2MC as a codec for the edges of memory. StoredLine::encoding says only whether the line is compressed (1)
/// or not (0). Without a code all lines stay as they are, as in the paper's sampling phase.
class E2mcLineCodec final : public LineCodec {
 public:
  explicit E2mcLineCodec(const e2mc::LineCodeConfig& config) : config_(config) {}

  /// The code from now on; it never changes again, since lines of an earlier one could not be decoded.
  void set(std::shared_ptr<const e2mc::CodeTable> code);
  const e2mc::CodeTable* code() const { return code_.get(); }

  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes give some line. Throws Error when there is no code.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  const e2mc::LineCodeConfig config_;
  std::shared_ptr<const e2mc::CodeTable> code_;
  std::optional<e2mc::LineCoder> coder_;  ///< with that code
};

/// A line of E2MC as memory stores it.
StoredLine stored_line(const e2mc::HuffmanLine& line);

}  // namespace heddle
