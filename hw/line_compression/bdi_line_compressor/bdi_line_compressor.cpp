// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

CompressedLine BdiLineCompressor::compute(const UncompressedLine& request) {
  const BdiLine line = bdi_line_compress(std::span(request.data).first(line_bytes_), base_);
  return {line.bytes, static_cast<std::uint8_t>(line.length), line.compressed};
}

static const Registration<BlockEntry> registration{block_entry<BdiLineCompressor>("line_compression")};

}  // namespace heddle
