#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/cpack_line.hpp"

namespace heddle {

/// C-Pack as a codec for the edges of memory. StoredLine::encoding says only whether the line is compressed
/// (1) or not (0).
class CpackLineCodec final : public LineCodec {
 public:
  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes are decoded, too, and give some line.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;
};

}  // namespace heddle
