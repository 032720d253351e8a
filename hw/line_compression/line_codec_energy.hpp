// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/line_compression/line_compressor.hpp"
#include "models/line_compression/line_codec_costs.hpp"

namespace heddle {

/// The section of a technology with the costs of the blocks that compress memory lines.
inline constexpr const char* line_codec_costs = "line_codec_costs";

/// A block that decompresses a line in one operation.
inline std::vector<ModelledBlock> decompressor(const char* block, double pj) {
  return {{.name = block, .block = block, .pj = pj}};
}

/// The energy of a compressor and a decompressor that each take a line at a time, in pJ of a line.
inline std::vector<UnitEnergy> line_energy(double compression_pj, double decompression_pj) {
  return {{"compressors",
           "lines that are compressed, or do not become shorter",
           compression_pj,
           {"encoded_lines", "unencoded_lines"}},
          {"decompressors", "lines that are decompressed", decompression_pj, {"decoded_lines"}}};
}

}  // namespace heddle
