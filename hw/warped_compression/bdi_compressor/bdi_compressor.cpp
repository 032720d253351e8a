// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

EncodedRegister BdiCompressor::compute(const UncompressedRegister& request) {
  const BdiCompressed out = bdi_compress(request.data, choices_);
  return {out.data, out.encoding};
}

static const Registration<BlockEntry> registration{block_entry<BdiCompressor>("warped_compression")};

}  // namespace heddle
