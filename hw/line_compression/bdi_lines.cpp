// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_lines.hpp"

#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"
#include "hw/line_compression/line_blocks.hpp"
#include "hw/line_compression/line_codec_energy.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/bdi_line_codec.hpp"

namespace heddle {
namespace {

const Registration<ConfigSection> bdi_section{config_section<BdiBlocksConfig>("line_compression.bdi")};
const Registration<LineCompressorEntry> bdi_registration{LineCompressorEntry{
    "bdi", "base-delta-immediate (Vijaykumar2015 section 5.1)", [](const ConfigTree& tree) {
      const auto config = resolve<BdiBlocksConfig>(tree, "line_compression.bdi");
      const auto costs = resolve<LineCodecCosts>(tree, line_codec_costs);
      return LineCompressor{
          std::make_shared<BdiLineCodec>(config.base),
          [config](LineWork work, unsigned granularity, const EdgeParts& parts) {
            return std::make_unique<LineBlocks<BdiLineCompressor, BdiLineDecompressor>>(
                sc_core::sc_gen_unique_name("line_blocks"),
                BdiLineCompressorConfig{.latency = config.compression_latency, .base = config.base},
                BdiLineDecompressorConfig{.latency = config.decompression_latency, .base = config.base}, work,
                granularity, parts);
          },
          line_energy(costs.bdi_compression_pj, costs.bdi_decompression_pj),
          decompressor("bdi_line_decompressor", costs.bdi_decompression_pj)};
    }}};

}  // namespace
}  // namespace heddle
