// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/cpack_layouts.hpp"
#include "models/line_compression/wide_vectors.hpp"

namespace heddle {

/// C-Pack as a codec for the edges of memory, in the layout with so many dictionary values.
/// StoredLine::encoding says only whether the line is compressed (1) or not (0).
class CpackLineCodec final : public LineCodec {
 public:
  /// With or without wide vectors it stores the same, but with them faster.
  explicit CpackLineCodec(unsigned dictionary_values = cpack_original_values, bool wide = wide_vectors())
      : dictionary_values_(dictionary_values), wide_(wide) {}

  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes are decoded, too, and give some line.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  unsigned dictionary_values_;
  bool wide_;
};

}  // namespace heddle
