// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

CompressedLine CpackCompressor::compute(const UncompressedLine& request) {
  const CpackLine line = cpack_compress(std::span(request.data).first(line_bytes_), dictionary_values_);
  return {line.bytes, static_cast<std::uint8_t>(line.length), line.compressed};
}

static const Registration<BlockEntry> registration{block_entry<CpackCompressor>("line_compression")};

}  // namespace heddle
