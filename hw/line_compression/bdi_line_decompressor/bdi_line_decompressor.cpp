// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

RestoredLine BdiLineDecompressor::compute(const StoredLineBytes& request) {
  const BdiRestoredLine line = bdi_line_decompress(request.data, request.compressed, line_bytes_, base_);
  return {line.bytes, line.corrupt};
}

static const Registration<BlockEntry> registration{block_entry<BdiLineDecompressor>("line_compression")};

}  // namespace heddle
