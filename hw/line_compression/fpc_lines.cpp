// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_lines.hpp"

#include "hw/line_compression/fpc_compressor/fpc_compressor.hpp"
#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"
#include "hw/line_compression/line_blocks.hpp"
#include "hw/line_compression/line_codec_energy.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

namespace heddle {
namespace {

const Registration<ConfigSection> fpc_section{config_section<FpcBlocksConfig>("line_compression.fpc")};
const Registration<LineCompressorEntry> fpc_registration{LineCompressorEntry{
    "fpc", "frequent patterns of words (Alameldeen and Wood, 2004)", [](const ConfigTree& tree) {
      const auto config = resolve<FpcBlocksConfig>(tree, "line_compression.fpc");
      const auto costs = resolve<LineCodecCosts>(tree, line_codec_costs);
      return LineCompressor{std::make_shared<FpcLineCodec>(config.segment_words),
                            [config](LineWork work, unsigned granularity, const EdgeParts& parts) {
                              return std::make_unique<LineBlocks<FpcCompressor, FpcDecompressor>>(
                                  sc_core::sc_gen_unique_name("line_blocks"),
                                  FpcCompressorConfig{.latency = config.compression_latency,
                                                      .segment_words = config.segment_words},
                                  FpcDecompressorConfig{.latency = config.decompression_latency,
                                                        .segment_words = config.segment_words},
                                  work, granularity, parts);
                            },
                            line_energy(costs.fpc_compression_pj, costs.fpc_decompression_pj),
                            decompressor("fpc_decompressor", costs.fpc_decompression_pj)};
    }}};

}  // namespace
}  // namespace heddle
