// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

UncompressedRegister BdiDecompressor::compute(const EncodedRegister& request) {
  return {bdi_decompress(request.data, request.encoding)};
}

static const Registration<BlockEntry> registration{block_entry<BdiDecompressor>("warped_compression")};

}  // namespace heddle
