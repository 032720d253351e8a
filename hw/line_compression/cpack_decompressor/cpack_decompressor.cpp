// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

RestoredLine CpackDecompressor::compute(const StoredLineBytes& request) {
  const CpackRestoredLine line =
      cpack_decompress(request.data, request.compressed, line_bytes_, dictionary_values_);
  return {line.bytes, line.corrupt};
}

static const Registration<BlockEntry> registration{block_entry<CpackDecompressor>("line_compression")};

}  // namespace heddle
