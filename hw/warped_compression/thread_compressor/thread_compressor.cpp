// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_compressor/thread_compressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

SlicedRegister ThreadCompressor::compute(const ThreadValues& request) {
  const ThreadBytes out = thread_compress(request.data, request.lanes);
  return {out.data, {out.widths}, {out.widest}};
}

static const Registration<BlockEntry> registration{block_entry<ThreadCompressor>("warped_compression")};

}  // namespace heddle
