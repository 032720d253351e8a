// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/fpc_segments.hpp"
#include "models/line_compression/wide_vectors.hpp"

namespace heddle {

/// Frequent Pattern Compression as a codec for the edges of memory. StoredLine::encoding says only whether
/// the line is compressed (1) or not (0). In segments of so many words, or without segments (0).
class FpcLineCodec final : public LineCodec {
 public:
  /// With or without wide vectors it stores the same, but with them faster.
  explicit FpcLineCodec(unsigned segment_words = 0, bool wide = wide_vectors())
      : segment_words_(segment_words), wide_(wide) {
    require_segment_words(segment_words);
  }

  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes are decoded, too, and give some line.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  unsigned segment_words_;
  bool wide_;
};

}  // namespace heddle
