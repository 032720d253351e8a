#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/line_compression/cpack_line.hpp"

namespace heddle {

RestoredLine CpackDecompressor::compute(const StoredLineBytes& request) {
  const CpackRestoredLine line = cpack_line_decompress(request.data, request.compressed, line_bytes_);
  return {line.bytes, line.corrupt};
}

static const Registration<BlockEntry> registration{block_entry<CpackDecompressor>("line_compression")};

}  // namespace heddle
