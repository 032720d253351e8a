// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_decompressor/thread_decompressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

UncompressedRegister ThreadDecompressor::compute(const BankedThreads& request) {
  return {thread_decompress(request.data, request.widths.value)};
}

static const Registration<BlockEntry> registration{block_entry<ThreadDecompressor>("warped_compression")};

}  // namespace heddle
