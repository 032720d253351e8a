// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/best_line.hpp"
#include "models/line_compression/cpack_layouts.hpp"
#include "models/line_compression/fpc_segments.hpp"
#include "models/line_compression/wide_vectors.hpp"

namespace heddle {

/// The layouts of the lines of the three codecs.
struct BestLayouts {
  BdiBase bdi_base = BdiBase::first_wide;
  unsigned fpc_segment_words = 0;  ///< 0: word by word
  unsigned cpack_values = cpack_original_values;
};

struct BestRestoredLine {
  LineBytes bytes{};
  bool corrupt = false;

  bool operator==(const BestRestoredLine&) const = default;
};

/// The line of `line_bytes` bytes whose stored bytes are these, by the decompressor of the codec that they
/// name. Takes any bytes. The line is corrupt if they name no codec, or that decompressor calls it corrupt.
/// It is not checked whether another codec would have been chosen: for that all three would have to compress
/// the line again.
BestRestoredLine best_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                      const BestLayouts& layouts);

/// The smallest of BDI's, FPC's and C-Pack's line as a codec for the edges of memory. StoredLine::encoding
/// says only whether the line is compressed (1) or not (0). Its first byte says by which of them.
class BestLineCodec final : public LineCodec {
 public:
  /// With or without wide vectors it stores the same, but with them faster.
  explicit BestLineCodec(const BestRule& rule = {}, const BestLayouts& layouts = {},
                         bool wide = wide_vectors())
      : rule_(rule),
        layouts_(layouts),
        wide_(wide && layouts.fpc_segment_words == 0 && layouts.cpack_values == cpack_original_values) {
    require_segment_words(layouts.fpc_segment_words);
  }

  StoredLine encode(std::span<const unsigned char> line) const override;
  /// Bytes that no compressor makes are decoded, too, and give some line.
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override;

 private:
  /// By the lines that all three make.
  StoredLine encode_all(std::span<const unsigned char> line) const;

  BestRule rule_;
  BestLayouts layouts_;
  bool wide_;
};

}  // namespace heddle
