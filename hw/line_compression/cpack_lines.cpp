// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_lines.hpp"

#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"
#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"
#include "hw/line_compression/line_blocks.hpp"
#include "hw/line_compression/line_codec_energy.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/cpack_line_codec.hpp"

namespace heddle {
namespace {

const Registration<ConfigSection> cpack_section{config_section<CpackBlocksConfig>("line_compression.cpack")};
const Registration<LineCompressorEntry> cpack_registration{LineCompressorEntry{
    "cpack", "a dictionary of the line's words (Chen et al., 2010)", [](const ConfigTree& tree) {
      const auto config = resolve<CpackBlocksConfig>(tree, "line_compression.cpack");
      const auto costs = resolve<LineCodecCosts>(tree, line_codec_costs);
      return LineCompressor{std::make_shared<CpackLineCodec>(config.dictionary_values),
                            [config](LineWork work, unsigned granularity, const EdgeParts& parts) {
                              return std::make_unique<LineBlocks<CpackCompressor, CpackDecompressor>>(
                                  sc_core::sc_gen_unique_name("line_blocks"),
                                  CpackCompressorConfig{.latency = config.compression_latency,
                                                        .dictionary_values = config.dictionary_values},
                                  CpackDecompressorConfig{.latency = config.decompression_latency,
                                                          .dictionary_values = config.dictionary_values},
                                  work, granularity, parts);
                            },
                            line_energy(costs.cpack_compression_pj, costs.cpack_decompression_pj),
                            decompressor("cpack_decompressor", costs.cpack_decompression_pj)};
    }}};

}  // namespace
}  // namespace heddle
