#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/line_compression/cpack_line.hpp"

namespace heddle {

CompressedLine CpackCompressor::compute(const UncompressedLine& request) {
  const CpackLine line = cpack_line_compress(std::span(request.data).first(line_bytes_));
  return {line.bytes, static_cast<std::uint8_t>(line.length), line.compressed};
}

static const Registration<BlockEntry> registration{block_entry<CpackCompressor>("line_compression")};

}  // namespace heddle
