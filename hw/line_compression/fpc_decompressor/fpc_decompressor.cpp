// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/line_compression/fpc_segments.hpp"

namespace heddle {

RestoredLine FpcDecompressor::compute(const StoredLineBytes& request) {
  const FpcRestoredLine line = fpc_decompress(request.data, request.compressed, line_bytes_, segment_words_);
  return {line.bytes, line.corrupt};
}

static const Registration<BlockEntry> registration{block_entry<FpcDecompressor>("line_compression")};

}  // namespace heddle
