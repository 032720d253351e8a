#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

struct BdiLineCodecConfig {
  BdiBase base = BdiBase::first_wide;

  static constexpr auto parameters() {
    using C = BdiLineCodecConfig;
    return std::tuple{
        parameter(&C::base, "base", "Vijaykumar2015 Fig. 6, section 5.1.2", "the value that is the base")};
  }
};

/// Base-delta-immediate compression as the edges of memory use it. StoredLine::encoding says no more than
/// whether the line is compressed (1) or not (0); how, its bytes say.
class BdiLineCodec final : public LineCodec {
 public:
  explicit BdiLineCodec(const BdiLineCodecConfig& config = {}) : base_(config.base) {}

  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes give some line.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  BdiBase base_;
};

}  // namespace heddle
