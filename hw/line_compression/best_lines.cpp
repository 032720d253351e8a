// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hw/line_compression/bdi_lines.hpp"
#include "hw/line_compression/best_blocks.hpp"
#include "hw/line_compression/cpack_lines.hpp"
#include "hw/line_compression/fpc_lines.hpp"
#include "hw/line_compression/line_codec_energy.hpp"
#include "hw/line_compression/line_compression.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/best_line_codec.hpp"

namespace heddle {
namespace {

/// The selection among the lines of BDI, FPC and C-Pack, whose own sections say how these work.
struct BestLinesConfig {
  unsigned selection_latency = 1;
  unsigned margin = 0;

  static constexpr auto parameters() {
    using C = BestLinesConfig;
    return std::tuple{
        parameter(&C::selection_latency, "selection_latency", "cycles", 1u, 16u,
                  "modelling choice: nothing is published",
                  "latency of the selector, behind that of the slowest compressor"),
        parameter(&C::margin, "margin", "bursts", 0u, 127u, "modelling choice: the fewest bursts",
                  "a line may take so many bursts more than the smallest, if its decompressor is faster")};
  }
};

BestBlocksConfig blocks_of(const ConfigTree& tree, unsigned granularity) {
  const auto bdi = resolve<BdiBlocksConfig>(tree, "line_compression.bdi");
  const auto fpc = resolve<FpcBlocksConfig>(tree, "line_compression.fpc");
  const auto cpack = resolve<CpackBlocksConfig>(tree, "line_compression.cpack");
  const auto best = resolve<BestLinesConfig>(tree, "line_compression.best");
  return {.bdi_compressor = {.latency = bdi.compression_latency, .base = bdi.base},
          .bdi_decompressor = {.latency = bdi.decompression_latency, .base = bdi.base},
          .fpc_compressor = {.latency = fpc.compression_latency, .segment_words = fpc.segment_words},
          .fpc_decompressor = {.latency = fpc.decompression_latency, .segment_words = fpc.segment_words},
          .cpack_compressor = {.latency = cpack.compression_latency,
                               .dictionary_values = cpack.dictionary_values},
          .cpack_decompressor = {.latency = cpack.decompression_latency,
                                 .dictionary_values = cpack.dictionary_values},
          .selector = {.latency = best.selection_latency,
                       .granularity = granularity,
                       .margin = best.margin,
                       .bdi_decompression_latency = bdi.decompression_latency,
                       .fpc_decompression_latency = fpc.decompression_latency,
                       .cpack_decompression_latency = cpack.decompression_latency}};
}

/// Counts the stored lines by the codec that they name.
LineCompressor::StoredObserver count_codecs(const EdgeParts& parts) {
  StatGroup& group = parts.stats.group("codecs");
  std::array<std::array<Counter*, best_codecs>, 2> lines{};
  for (unsigned c = 0; c < best_codecs; ++c) {
    const std::string_view codec = name(BestCodec(c));
    lines[1][c] = &group.counter(fmt::format("{}_encoded_lines", codec), "lines",
                                 "encoded lines for which this codec was chosen");
    lines[0][c] = &group.counter(fmt::format("{}_decoded_lines", codec), "lines",
                                 "lines that were decoded by this codec");
  }
  return [lines](const StoredLine& stored, bool encoded) {
    if (stored.encoding == 0) return;
    if (const auto opened = best_line_open(stored.bits))
      ++*lines[encoded][static_cast<unsigned>(opened->codec)];
  };
}

std::vector<Technique::ReportLine> report(const Technique::Statistic& encoders) {
  const auto by_codec = [&](const char* lines) {
    std::string text;
    for (unsigned c = 0; c < best_codecs; ++c)
      text += fmt::format("{}{} {:.0f}", c == 0 ? "" : ", ", name(BestCodec(c)),
                          encoders(fmt::format("codecs.{}_{}", name(BestCodec(c)), lines)));
    return text;
  };
  return {{"lines by codec", fmt::format("compressed: {}; decompressed: {}", by_codec("encoded_lines"),
                                         by_codec("decoded_lines"))}};
}

/// All compressors work on each line, and the decompressor of its codec.
std::vector<UnitEnergy> energy(const LineCodecCosts& costs) {
  std::vector<UnitEnergy> all =
      line_energy(costs.bdi_compression_pj + costs.fpc_compression_pj + costs.cpack_compression_pj, 0);
  all.pop_back();
  all.push_back({"selector", "lines for which it selects", costs.best_selection_pj, all.front().counters});
  for (const auto& [codec, pj] : {std::pair{BestCodec::bdi, costs.bdi_decompression_pj},
                                  std::pair{BestCodec::fpc, costs.fpc_decompression_pj},
                                  std::pair{BestCodec::cpack, costs.cpack_decompression_pj}})
    all.push_back({fmt::format("{}_decompressors", name(codec)),
                   "lines that are decompressed by it",
                   pj,
                   {fmt::format("codecs.{}_decoded_lines", name(codec))}});
  return all;
}

LineCompressor make(const ConfigTree& tree) {
  const auto granularity = resolve<LineCompressionConfig>(tree, "line_compression").granularity;
  const BestBlocksConfig config = blocks_of(tree, granularity);
  LineCompressor compressor;
  compressor.codec = std::make_shared<BestLineCodec>(
      config.selector.rule(), BestLayouts{.bdi_base = config.bdi_compressor.base,
                                          .fpc_segment_words = config.fpc_compressor.segment_words,
                                          .cpack_values = config.cpack_compressor.dictionary_values});
  compressor.blocks = [config](LineWork work, unsigned bursts_of, const EdgeParts& parts) {
    return std::make_unique<BestBlocks>(sc_core::sc_gen_unique_name("best_blocks"), config, work, bursts_of,
                                        parts);
  };
  const auto costs = resolve<LineCodecCosts>(tree, line_codec_costs);
  compressor.energy = energy(costs);
  for (const auto& of_codec : {decompressor("bdi_line_decompressor", costs.bdi_decompression_pj),
                               decompressor("fpc_decompressor", costs.fpc_decompression_pj),
                               decompressor("cpack_decompressor", costs.cpack_decompression_pj)})
    compressor.decompressors.push_back(of_codec.front());
  compressor.storage = [config](EdgePlace place, bool encodes) {
    return encodes ? std::vector{BestBlocks::storage(config, place)} : std::vector<Storage>{};
  };
  compressor.observe_stored = count_codecs;
  compressor.report = [](const Technique::Statistic&, const Technique::Statistic& encoders) {
    return report(encoders);
  };
  return compressor;
}

const Registration<ConfigSection> best_section{config_section<BestLinesConfig>("line_compression.best")};
const Registration<LineCompressorEntry> best_registration{LineCompressorEntry{
    "best", "the smallest of BDI's, FPC's and C-Pack's line (BestOfAll of Vijaykumar2015 section 7.3)",
    make}};

}  // namespace
}  // namespace heddle
