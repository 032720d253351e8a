// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// Base-delta-immediate compression as a codec for the edges of memory. StoredLine::encoding says only
/// whether the line is compressed (1) or not (0). Its first byte says in which encoding.
class BdiLineCodec final : public LineCodec {
 public:
  explicit BdiLineCodec(BdiBase base = BdiBase::first_wide) : base_(base) {}

  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes are decoded, too, and give some line.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  BdiBase base_;
};

}  // namespace heddle
