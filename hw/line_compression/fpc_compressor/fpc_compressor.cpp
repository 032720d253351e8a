// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_compressor/fpc_compressor.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/line_compression/fpc_segments.hpp"

namespace heddle {

CompressedLine FpcCompressor::compute(const UncompressedLine& request) {
  const FpcLine line = fpc_compress(std::span(request.data).first(line_bytes_), segment_words_);
  return {line.bytes, static_cast<std::uint8_t>(line.length), line.compressed};
}

static const Registration<BlockEntry> registration{block_entry<FpcCompressor>("line_compression")};

}  // namespace heddle
