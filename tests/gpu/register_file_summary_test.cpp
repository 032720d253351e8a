// SPDX-License-Identifier: Apache-2.0
// The energy of the register files and the rates are computed from counters.
#include "hw/gpu/register_file_summary.hpp"

#include <gtest/gtest.h>

#include "hw/gpu/rates.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::register_file_summary_test {
namespace {

/// The counters of a GPU of two SMs, one of which was active.
class Summary : public testing::Test {
 protected:
  Summary() {
    gpu_.sms = 2;
    gpu_.core_mhz = 1000;
    stats_.counter("cycles", "", "") += 1000;
    StatGroup& all = stats_.group("sm_total");
    StatGroup& file = all.group("register_file");
    set(all, {{"warp_instructions", 500},
              {"thread_instructions", 8000},
              {"divergent_instructions", 50},
              {"injected_moves", 4}});
    set(file, {{"reads", 104},
               {"bank_reads", 300},
               {"writes", 94},
               {"partial_writes", 20},
               {"bank_writes", 400},
               {"partial_bank_writes", 30}});
  }
  void with(const std::string& technique, const std::vector<std::string>& set = {}) {
    machine_.techniques = techniques_of(technique, set);
  }
  void compress() {
    with("warped_compression", {"warped_compression.divergence=merge"});
    StatGroup& unit = stats_.group("sm_total").group("register_file").group("warped_compression");
    set(unit, {{"compressor_base4_delta0", 40},
               {"compressor_base4_delta1", 10},
               {"compressor_base4_delta2", 10},
               {"compressor_uncompressed", 10},
               {"decompressor_base4_delta0", 50},
               {"decompressor_base4_delta1", 5},
               {"decompressor_base4_delta2", 5},
               {"decompressor_uncompressed", 44},
               {"compressor_base8_delta0", 0},
               {"compressor_base8_delta1", 0},
               {"compressor_base8_delta2", 0},
               {"compressor_base8_delta4", 0},
               {"decompressor_base8_delta0", 0},
               {"decompressor_base8_delta1", 0},
               {"decompressor_base8_delta2", 0},
               {"decompressor_base8_delta4", 0},
               {"merged_base4_delta0", 0},
               {"merged_base4_delta1", 6},
               {"merged_base4_delta2", 0},
               {"merged_uncompressed", 4},
               {"merged_base8_delta0", 0},
               {"merged_base8_delta1", 0},
               {"merged_base8_delta2", 0},
               {"merged_base8_delta4", 0},
               {"compressors", 4},
               {"decompressors", 8}});
  }
  void add_summaries() {
    add_rates(stats_);
    add_register_file_summary(stats_, machine_);
  }
  double of(const std::string& path) { return stats_.number(path); }

  static void set(StatGroup& group, std::initializer_list<std::pair<const char*, std::uint64_t>> counters) {
    for (const auto& [name, value] : counters) group.counter(name, "", "") += value;
  }

  StatGroup stats_;
  CostedGpu machine_{};
  GpuConfig& gpu_ = machine_.gpu;
};

TEST_F(Summary, OfRates) {
  add_summaries();
  EXPECT_DOUBLE_EQ(of("summary.ipc"), 0.5);
  EXPECT_DOUBLE_EQ(of("summary.thread_ipc"), 8);
  EXPECT_DOUBLE_EQ(of("summary.divergent_share"), 0.1);
  EXPECT_DOUBLE_EQ(of("summary.injected_move_share"), 0.008);
}

TEST_F(Summary, OfWhatPlainRegistersWouldTake) {
  add_summaries();
  EXPECT_DOUBLE_EQ(of("summary.baseline_bank_reads"), 8 * (104 - 4));
  EXPECT_DOUBLE_EQ(of("summary.baseline_bank_writes"), 8 * (94 - 20 - 4) + 30);
}

TEST_F(Summary, OfCompressionRatios) {
  compress();
  add_summaries();
  // 20 divergent writes stay uncompressed, 10 are merged.
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_non_divergent"),
                   8. * 60 / (40 * 1 + 4 * 3 + 10 * 5 + 6 * 8));
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_divergent"), 8. * 30 / (6 * 3 + 4 * 8 + 20 * 8));
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio"), 8. * 90 / (200 + 160));
}

TEST_F(Summary, OfBuffersToMergeIn) {
  compress();
  gpu_.sm.merge_buffers = 8;
  machine_.costs.flip_flop_um2 = 10;
  add_summaries();
  EXPECT_DOUBLE_EQ(of("summary.merge_buffer_area"), 8 * 1024 * 10e-6);
}

TEST_F(Summary, OfThreadsThatAreCompressedByThemselves) {
  with("warped_compression", {"warped_compression.divergence=thread"});
  set(stats_.group("sm_total").group("register_file").group("warped_compression"),
      {{"compressor_bytes1", 40},
       {"compressor_bytes2", 10},
       {"compressor_bytes3", 10},
       {"compressor_bytes4", 10},
       {"lanes_bytes1", 5},
       {"lanes_bytes2", 5},
       {"lanes_bytes3", 5},
       {"lanes_bytes4", 5},
       {"held_bytes1", 0},
       {"held_bytes2", 4},
       {"held_bytes3", 6},
       {"held_bytes4", 10},
       {"decompressor_bytes1", 50},
       {"decompressor_bytes2", 5},
       {"decompressor_bytes3", 5},
       {"decompressor_bytes4", 44},
       {"compressors", 4},
       {"decompressors", 8}});
  add_summaries();
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_non_divergent"), 8. * 50 / (35 * 2 + 5 * 4 + 5 * 6 + 5 * 8));
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_divergent"), 8. * 20 / (4 * 4 + 6 * 6 + 10 * 8));
  EXPECT_DOUBLE_EQ(of("register_file_energy.compression"), 70 * 23 + 1000 * 4 * 0.12);
  EXPECT_DOUBLE_EQ(of("register_file_energy.decompression"), 60 * 21 + 1000 * 8 * 0.08);
  EXPECT_DOUBLE_EQ(of("summary.baseline_bank_reads"), 8 * (104 - 4));
  EXPECT_THROW(of("summary.merge_buffer_area"), Error);
}

TEST_F(Summary, OfEnergy) {
  compress();
  add_summaries();
  // 1000 cycles of 1 ns; 1 mW for 1 ns is 1 pJ
  EXPECT_DOUBLE_EQ(of("register_file_energy.dynamic"), 700 * 16.6);
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), 1000 * 2 * 32 * 5.8);
  EXPECT_DOUBLE_EQ(of("register_file_energy.compression"), 70 * 23 + 1000 * 4 * 0.12);
  EXPECT_DOUBLE_EQ(of("register_file_energy.decompression"), 60 * 21 + 1000 * 8 * 0.08);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.dynamic"), (800 - 80 + 590) * 16.6);  // no merging here
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.compression"), 0);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.leakage"), of("register_file_energy.leakage"));
}

TEST_F(Summary, WiresThatWereCountedTakeTheEnergyOfTheirToggles) {
  set(stats_.group("sm_total").group("register_file").group("wires"), {{"toggles", 10'000}});
  add_summaries();
  // half of 300 fF at 1 V is 0.15 pJ; 9.6 pJ is half of 128 such wires, toggling
  EXPECT_DOUBLE_EQ(of("register_file_energy.dynamic_of_counted_wires"), 700 * 7 + 10'000 * 0.15);
}

TEST_F(Summary, BanksThatAreGatedDoNotLeak) {
  StatGroup& power = stats_.group("sm_total").group("register_file").group("power");
  set(power, {{"domains", 2 * 32 * 4}, {"gated_domain_cycles", 4000}});
  gpu_.sm.power_gate.rows_per_domain = 64;  // four domains a bank
  add_summaries();
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), (1000 * 2 * 32 - 4000 / 4) * 5.8);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.leakage"), 1000 * 2 * 32 * 5.8);
}

TEST_F(Summary, HalfOfTheRegistersLeakHalf) {
  gpu_.sm.registers = 512;
  add_summaries();
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), 1000 * 2 * 16 * 5.8);
}

TEST_F(Summary, DomainsThatASmallerFileLacksSaveNothing) {
  StatGroup& power = stats_.group("sm_total").group("register_file").group("power");
  set(power, {{"domains", 2 * 32 * 2}, {"gated_domain_cycles", 4000}});  // two of 64 entries a bank
  gpu_.sm.power_gate.rows_per_domain = 64;
  gpu_.sm.registers = 512;
  add_summaries();
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), (1000 * 2 * 16 - 4000 / 4) * 5.8);
}

TEST_F(Summary, OfRenamingAndFlags) {
  with("register_virtualization");
  StatGroup& unit = stats_.group("sm_total").group("register_file").group("virtualization");
  set(unit, {{"lookups", 100},
             {"allocations", 30},
             {"releases", 20},
             {"pir_hits", 40},
             {"pir_decoded", 5},
             {"pbr_decoded", 7},
             {"table_bytes", 2 * 1024},
             {"flag_entries", 2 * 10}});
  add_summaries();
  EXPECT_DOUBLE_EQ(of("register_file_energy.renaming_table"), 150 * 1.14 + 1000 * 2 * 4 * 0.27);
  EXPECT_DOUBLE_EQ(of("register_file_energy.flag_instructions"),
                   12 * 48 + (40 + 2 * 5) * 0.94 + 1000 * 2 * 10 * 0.0096);
  EXPECT_DOUBLE_EQ(of("register_file_energy.flag_fetch"), 12 * 6.2);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.renaming_table"), 0);
}

TEST_F(Summary, OfAPlainRunHasNoRenaming) {
  add_summaries();
  EXPECT_THROW(of("register_file_energy.renaming_table"), Error);
  EXPECT_THROW(of("register_file_energy.events.renaming_accesses"), Error);
}

TEST_F(Summary, OfAPlainRunHasNoCompression) {
  add_summaries();
  EXPECT_THROW(of("summary.compression_ratio"), Error);
  EXPECT_THROW(of("register_file_energy.compression"), Error);
}

}  // namespace
}  // namespace heddle::register_file_summary_test
