// SPDX-License-Identifier: Apache-2.0
// The energy of what compresses memory lines: lines that its units work on, or cycles in which they do, times
// what each takes; and the caches of metadata.
#include <gtest/gtest.h>

#include "hw/gpu/energy_summary.hpp"
#include "hw/gpu/register_file_summary.hpp"
#include "models/caba/assist_warp_costs.hpp"
#include "models/e2mc/e2mc_costs.hpp"
#include "models/line_compression/line_codec_costs.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle {
namespace {

/// Statistics of a run of scan, at these paths; -1 where there is none.
std::vector<double> found(const std::vector<std::string>& set, const std::vector<std::string>& paths,
                          const char* technique = "line_compression") {
  return in_child(paths.size(), [&] {
    GpuConfig config;
    config.sms = 4;
    config.l2 = whole_lines(config.l2);
    config.l2.cache.bytes = 2048;
    const Techniques techniques = techniques_of(technique, set);
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    EXPECT_TRUE(Registry<Workload>::instance().find("scan").run(gpu, {.small = true}).passed());
    gpu.gpu().settle();
    const CostedGpu machine{config, {}, {}, techniques};
    add_register_file_summary(stats, machine);
    add_energy_summary(stats, machine);
    std::vector<double> all;
    for (const std::string& path : paths)
      all.push_back(stats.look_up(path) == nullptr ? -1 : stats.number(path));
    return all;
  });
}

TEST(LineEnergy, IsThatOfEachLineAndOfEachAccessToMetadata) {
  const LineCodecCosts costs;
  const auto n = found({}, {"dram_total.edge.encoded_lines", "dram_total.edge.unencoded_lines",
                            "dram_total.edge.decoded_lines", "dram_total.edge.metadata.hits",
                            "dram_total.edge.metadata.misses", "energy.line_codecs.compressors",
                            "energy.line_codecs.decompressors", "energy.line_codecs.metadata_caches",
                            "energy.line_codecs.static", "energy.line_codecs.total"});
  EXPECT_GT(n[0], 0);
  EXPECT_GT(n[2], 0);
  EXPECT_NEAR(n[5], (n[0] + n[1]) * costs.bdi_compression_pj * 1e-3, 1e-6);
  EXPECT_NEAR(n[6], n[2] * costs.bdi_decompression_pj * 1e-3, 1e-6);
  EXPECT_NEAR(n[7], (n[3] + n[4]) * SramCosts{}.pj(4096, 8) * 1e-3, 1e-6);
  EXPECT_GT(n[8], 0);
  EXPECT_NEAR(n[9], n[5] + n[6] + n[7] + n[8], 1e-6);
}

TEST(LineEnergy, IsInTheTotal) {
  std::vector<std::string> paths{"energy.total"};
  for (const char* component : {"cores", "caches", "interconnect", "memory_controllers", "dram", "dram_pins",
                                "line_codecs", "beside_blocks"})
    paths.push_back(fmt::format("energy.{}.total", component));
  const auto n = found({}, paths);
  double sum = 0;
  for (std::size_t k = 1; k < n.size(); ++k) sum += n[k];
  EXPECT_NEAR(n[0], sum, 1e-6 * sum);
}

TEST(LineEnergy, OfAllThreeCompressorsIsTakenForTheBestOfEachLine) {
  const LineCodecCosts costs;
  const auto n = found({"line_compression.what=best", "line_compression.where=sm"},
                       {"sm_total.memory.edge.encoded_lines", "sm_total.memory.edge.unencoded_lines",
                        "dram_total.edge.encoded_lines", "dram_total.edge.unencoded_lines",
                        "sm_total.memory.edge.codecs.fpc_decoded_lines", "energy.line_codecs.compressors",
                        "energy.line_codecs.selector", "energy.line_codecs.fpc_decompressors"});
  const double lines = n[0] + n[1] + n[2] + n[3];
  EXPECT_NEAR(
      n[5], lines * (costs.bdi_compression_pj + costs.fpc_compression_pj + costs.cpack_compression_pj) * 1e-3,
      1e-6);
  EXPECT_NEAR(n[6], lines * costs.best_selection_pj * 1e-3, 1e-6);
  EXPECT_NEAR(n[7], n[4] * costs.fpc_decompression_pj * 1e-3, 1e-6);
}

TEST(LineEnergy, OfE2mcIsThatOfTheCyclesInWhichUnitsWork) {
  const auto n =
      found({"line_compression.what=e2mc", "line_compression.e2mc.sampled_instructions=2000"},
            {"dram_total.edge.encoded_lines", "dram_total.edge.decoded_lines",
             "dram_total.edge.units.compressor_cycles", "dram_total.edge.units.decoder_cycles",
             "energy.line_codecs.compressors", "energy.line_codecs.decoders",
             "dram_total.edge.units.compressor_table_writes", "dram_total.edge.units.decoder_table_writes",
             "energy.line_codecs.compressor_table_writes", "energy.line_codecs.decoder_table_writes"});
  EXPECT_GE(n[2], 64 * n[0]);      // a symbol a cycle
  EXPECT_GE(n[3], 4 * 16 * n[1]);  // in four ways
  EXPECT_LT(n[3], 4 * 40 * n[1]);
  EXPECT_NEAR(n[4], n[2] * E2mcCosts{}.compressor_pj(16) * 1e-3, 1e-6);
  EXPECT_NEAR(n[5], n[3] * E2mcCosts{}.decoder_pj(16) * 1e-3, 1e-6);
  // At each controller the code is written to twelve compressors and twenty decoders. A value of 16 bits, a
  // codeword of up to 20, and its length.
  const SramCosts sram;
  EXPECT_GT(n[6], 12 * 12);
  EXPECT_GT(n[7], 12 * 20);
  EXPECT_NEAR(n[8], n[6] * sram.pj(1024 * 41 / 8.0, 41 / 8.0) * 1e-3, 1e-6);
  EXPECT_NEAR(n[9], n[7] * sram.pj(2048, 2) * 1e-3, 1e-6);
}

TEST(LineEnergy, OfIdealUnitsIsNone) {
  const auto n = found({"line_compression.executor=ideal", "line_compression.metadata=ideal"},
                       {"energy.total", "energy.line_codecs.total", "energy.beside_blocks.total"});
  EXPECT_GT(n[0], 0);
  EXPECT_EQ(n[1], -1);
  EXPECT_EQ(n[2], -1);
}

TEST(LineEnergy, OfAssistWarpsIsThatOfTheirStoreTheirControlAndTheLinesThatTheyAccess) {
  const AssistWarpCosts costs;
  const SramCosts sram;
  const auto n = found(
      {},
      {"sm_total.caba.high.instructions", "sm_total.caba.low.instructions", "sm_total.line.line_accesses",
       "cycles", "energy.line_codecs.assist_warp_store", "energy.line_codecs.assist_line_accesses",
       "energy.line_codecs.assist_warp_control", "energy.line_codecs.metadata_caches",
       "energy.line_codecs.static", "energy.line_codecs.total", "sm_total.offered_instructions",
       "energy.beside_blocks.sm_pending_lines", "sm_total.caba.pending.stores", "sm_total.caba.pending.lines",
       "sm_total.caba.pending.served_loads"},
      "caba");
  EXPECT_GT(n[0], 0);
  EXPECT_GT(n[1], 0);
  EXPECT_EQ(n[0] + n[1], n[10]);  // which cost in the cores what the program's do
  EXPECT_NEAR(n[4], (n[0] + n[1]) * sram.pj(4096, 8) * 1e-3, 1e-6);
  const double edge_bits = 8 * 128 + 33 + 16;  // a line, its address and its format; sixteen of them
  EXPECT_NEAR(n[5], n[2] * sram.pj(16 * edge_bits / 8, edge_bits / 8) * 1e-3, 1e-6);
  const double entries = 48 * (costs.controller_entry_pj + costs.buffer_entry_pj);
  EXPECT_NEAR(n[6], n[3] * 4 * (costs.controller_pj + costs.buffer_pj + entries + costs.pending_pj) * 1e-3,
              1e-6);
  EXPECT_GT(n[12], 0);
  EXPECT_NEAR(n[11], (n[12] + n[13] + n[14]) * sram.pj(8 * 128, 128) * 1e-3, 1e-6);
  EXPECT_NEAR(n[9], n[4] + n[5] + n[6] + n[7] + n[8], 1e-6);
}

TEST(LineEnergy, OfAUnitOfE2mcIsItsPowerInThePaperOverItsClock) {
  const E2mcCosts costs;
  const struct {
    unsigned bits;
    double compressor_mw, compressor_ghz, decoder_mw, decoder_ghz;
  } table[] = {{4, 1.43, 1.67, 5.12, 1.11},
               {8, 4.01, 1.54, 11.91, 0.91},
               {16, 5.47, 1.43, 11.89, 0.80},
               {32, 9.34, 1.43, 14.30, 0.80}};
  for (const auto& unit : table) {
    EXPECT_NEAR(costs.compressor_pj(unit.bits), unit.compressor_mw / unit.compressor_ghz, 0.005);
    EXPECT_NEAR(costs.decoder_pj(unit.bits), unit.decoder_mw / unit.decoder_ghz, 0.05);
  }
}

}  // namespace
}  // namespace heddle
