// The parts of the command line that other programs would not show.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "models/base/error.hpp"
#include "tb/cli/bench/promises.hpp"
#include "tb/cli/child_process.hpp"
#include "tb/cli/report.hpp"
#include "tb/cli/result_folder.hpp"
#include "tb/cli/summary.hpp"
#include "tests/cli/program.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle {
namespace {

TEST(ChildProcess, ReturnsItsText) {
  const std::string large(3'000'000, 'x');  // more than a pipe holds
  EXPECT_EQ(in_child_process("it", [&] { return large; }), large);
  EXPECT_EQ(in_child_process("it", [] { return std::string(); }), "");
}

TEST(ChildProcess, IsAnotherOne) {
  EXPECT_NE(in_child_process("it", [] { return std::to_string(getpid()); }), std::to_string(getpid()));
}

TEST(ChildProcess, PassesItsErrorOn) {
  try {
    in_child_process("it", []() -> std::string {
      throw Error({.place = "a:1", .what = "b", .value = "c\xff", .legal = "d", .nearest = "e"});
    });
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().place, "a:1");
    EXPECT_EQ(error.problem().what, "b");
    EXPECT_EQ(error.problem().legal, "d");
    EXPECT_EQ(error.problem().nearest, "e");
  }
}

TEST(ChildProcess, ThatDiesIsNamed) {
  try {
    in_child_process("pathfinder", []() -> std::string {
      std::raise(SIGKILL);
      return "";
    });
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().place, "pathfinder");
    EXPECT_NE(error.problem().value.find("signal 9"), std::string::npos);
  }
}

TEST(ResultFolder, ReplacesEarlierResultsAsAWhole) {
  const TemporaryFolder folder;
  const ResultFolder results(folder.path() / "a/b");
  EXPECT_TRUE(entries(folder).empty());  // looking changes nothing
  results.write({{"stats.json", "1"}, {"more", "2"}});
  results.write({{"stats.json", "3"}});
  EXPECT_EQ(content_of(folder.path() / "a/b/stats.json"), "3");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a/b/more"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path() / "a"), {}), 1);
}

TEST(ResultFolder, ThatCannotBeWrittenLeavesTheEarlierOne) {
  const TemporaryFolder folder;
  const ResultFolder results(folder.path() / "a");
  results.write({{"stats.json", "1"}});
  EXPECT_THROW(results.write({{"stats.json", "2"}, {"no/such/folder", "3"}}), Error);
  EXPECT_EQ(content_of(folder.path() / "a/stats.json"), "1");
  EXPECT_EQ(entries(folder), std::set<std::string>{"a"});
}

BenchRow row(const char* workload, unsigned sms, double instructions, double cycles,
             const char* technique = "-") {
  return {.workload = workload,
          .technique = technique,
          .sms = sms,
          .warp_instructions = instructions,
          .cycles = cycles,
          .host = {.launch_seconds = 2, .peak_bytes = 150'000'000},
          .passed = true};
}

TEST(Promises, FollowFromTheRows) {
  const auto promises =
      promises_of({row("matmul", 15, 1e6, 9e4), row("matmul", 15, 4e5, 9e4, "warped_compression"),
                   row("bfs", 15, 1e5, 9e4), row("matmul", 1, 1.3e6, 9e5), row("matmul", 0, 5e7, 0)});
  std::map<std::string, std::pair<double, bool>> found;
  for (const Promise& p : promises) found[p.what] = {p.measured, p.kept()};
  EXPECT_EQ(found, (std::map<std::string, std::pair<double, bool>>{
                       {"matmul, 15 SMs", {5e5, true}},
                       {"matmul, 15 SMs, warped_compression", {2e5, false}},  // half of 500 k
                       {"bfs, 15 SMs", {4.5e4, false}},                       // cycles
                       {"peak memory of all runs", {150, true}},
                       {"matmul, cost of a warp instruction, 15 SMs over 1", {1.3, false}},
                       {"matmul without time", {2.5e7, true}}}));
}

TEST(Promises, OfLengthsCompareTheDearestWithTheCheapest) {
  const auto promises = length_promises_of(
      {row("matmul", 15, 1e6, 1), row("matmul", 15, 1.5e6, 1), row("matmul", 15, 1.2e6, 1)});
  ASSERT_EQ(promises.size(), 1u);
  EXPECT_DOUBLE_EQ(promises[0].measured, 1.5);
  EXPECT_FALSE(promises[0].kept());
}

TEST(Report, GroupsDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
}

/// The counters of a GPU of two SMs, of which one has worked.
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
    platform_.techniques = techniques_of(technique, set);
  }
  void compress() {
    with("warped_compression", {"warped_compression.divergence=merge"});
    StatGroup& unit = stats_.group("sm_total").group("register_file").group("warped_compression");
    set(unit, {{"compressed_base4_delta0", 40},
               {"compressed_base4_delta1", 10},
               {"compressed_base4_delta2", 10},
               {"compressed_plain", 10},
               {"decompressed_base4_delta0", 50},
               {"decompressed_base4_delta1", 5},
               {"decompressed_base4_delta2", 5},
               {"decompressed_plain", 44},
               {"compressed_base8_delta0", 0},
               {"compressed_base8_delta1", 0},
               {"compressed_base8_delta2", 0},
               {"compressed_base8_delta4", 0},
               {"decompressed_base8_delta0", 0},
               {"decompressed_base8_delta1", 0},
               {"decompressed_base8_delta2", 0},
               {"decompressed_base8_delta4", 0},
               {"merged_base4_delta0", 0},
               {"merged_base4_delta1", 6},
               {"merged_base4_delta2", 0},
               {"merged_plain", 4},
               {"merged_base8_delta0", 0},
               {"merged_base8_delta1", 0},
               {"merged_base8_delta2", 0},
               {"merged_base8_delta4", 0},
               {"compressors", 4},
               {"decompressors", 8}});
  }
  double of(const std::string& path) { return stats_.number(path); }

  static void set(StatGroup& group, std::initializer_list<std::pair<const char*, std::uint64_t>> counters) {
    for (const auto& [name, value] : counters) group.counter(name, "", "") += value;
  }

  StatGroup stats_;
  Platform platform_{};
  GpuConfig& gpu_ = platform_.gpu;
};

TEST_F(Summary, OfRates) {
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("summary.ipc"), 0.5);
  EXPECT_DOUBLE_EQ(of("summary.thread_ipc"), 8);
  EXPECT_DOUBLE_EQ(of("summary.divergent_share"), 0.1);
  EXPECT_DOUBLE_EQ(of("summary.injected_move_share"), 0.008);
}

TEST_F(Summary, OfWhatPlainRegistersWouldTake) {
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("summary.baseline_bank_reads"), 8 * (104 - 4));
  EXPECT_DOUBLE_EQ(of("summary.baseline_bank_writes"), 8 * (94 - 20 - 4) + 30);
}

TEST_F(Summary, OfCompressionRatios) {
  compress();
  add_summary(stats_, platform_);
  // 20 divergent writes stay plain, 10 are merged.
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_non_divergent"),
                   8. * 60 / (40 * 1 + 4 * 3 + 10 * 5 + 6 * 8));
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_divergent"), 8. * 30 / (6 * 3 + 4 * 8 + 20 * 8));
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio"), 8. * 90 / (200 + 160));
}

TEST_F(Summary, OfBuffersToMergeIn) {
  compress();
  gpu_.sm.merge_buffers = 8;
  platform_.costs.flip_flop_um2 = 10;
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("summary.merge_buffer_area"), 8 * 1024 * 10e-6);
}

TEST_F(Summary, OfThreadsThatAreCompressedByThemselves) {
  with("warped_compression", {"warped_compression.divergence=thread"});
  set(stats_.group("sm_total").group("register_file").group("warped_compression"),
      {{"compressed_bytes1", 40},
       {"compressed_bytes2", 10},
       {"compressed_bytes3", 10},
       {"compressed_bytes4", 10},
       {"lanes_bytes1", 5},
       {"lanes_bytes2", 5},
       {"lanes_bytes3", 5},
       {"lanes_bytes4", 5},
       {"held_bytes1", 0},
       {"held_bytes2", 4},
       {"held_bytes3", 6},
       {"held_bytes4", 10},
       {"decompressed_bytes1", 50},
       {"decompressed_bytes2", 5},
       {"decompressed_bytes3", 5},
       {"decompressed_bytes4", 44},
       {"compressors", 4},
       {"decompressors", 8}});
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_non_divergent"), 8. * 50 / (35 * 2 + 5 * 4 + 5 * 6 + 5 * 8));
  EXPECT_DOUBLE_EQ(of("summary.compression_ratio_divergent"), 8. * 20 / (4 * 4 + 6 * 6 + 10 * 8));
  EXPECT_DOUBLE_EQ(of("register_file_energy.compression"), 70 * 23 + 1000 * 4 * 0.12);
  EXPECT_DOUBLE_EQ(of("register_file_energy.decompression"), 60 * 21 + 1000 * 8 * 0.08);
  EXPECT_DOUBLE_EQ(of("summary.baseline_bank_reads"), 8 * (104 - 4));
  EXPECT_THROW(of("summary.merge_buffer_area"), Error);
}

TEST_F(Summary, OfEnergy) {
  compress();
  add_summary(stats_, platform_);
  // 1000 cycles of 1 ns; 1 mW for 1 ns is 1 pJ
  EXPECT_DOUBLE_EQ(of("register_file_energy.dynamic"), 700 * 16.6);
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), 1000 * 2 * 32 * 5.8);
  EXPECT_DOUBLE_EQ(of("register_file_energy.compression"), 70 * 23 + 1000 * 4 * 0.12);
  EXPECT_DOUBLE_EQ(of("register_file_energy.decompression"), 60 * 21 + 1000 * 8 * 0.08);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.dynamic"), (800 - 80 + 590) * 16.6);  // nobody merges
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.compression"), 0);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.leakage"), of("register_file_energy.leakage"));
}

TEST_F(Summary, WiresThatWereCountedTakeTheEnergyOfTheirToggles) {
  set(stats_.group("sm_total").group("register_file").group("wires"), {{"toggles", 10'000}});
  add_summary(stats_, platform_);
  // half of 300 fF at 1 V is 0.15 pJ; 9.6 pJ is half of 128 such wires
  EXPECT_DOUBLE_EQ(of("register_file_energy.dynamic_of_counted_wires"), 700 * 7 + 10'000 * 0.15);
}

TEST_F(Summary, BanksThatAreGatedDoNotLeak) {
  StatGroup& power = stats_.group("sm_total").group("register_file").group("power");
  set(power, {{"domains", 2 * 32 * 4}, {"gated_domain_cycles", 4000}});
  gpu_.sm.power_gate.rows_per_domain = 64;  // four domains a bank
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), (1000 * 2 * 32 - 4000 / 4) * 5.8);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.leakage"), 1000 * 2 * 32 * 5.8);
}

TEST_F(Summary, HalfOfTheRegistersLeakHalf) {
  gpu_.sm.registers = 512;
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("register_file_energy.leakage"), 1000 * 2 * 16 * 5.8);
}

TEST_F(Summary, DomainsThatASmallerFileLacksSaveNothing) {
  StatGroup& power = stats_.group("sm_total").group("register_file").group("power");
  set(power, {{"domains", 2 * 32 * 2}, {"gated_domain_cycles", 4000}});  // two of 64 entries a bank
  gpu_.sm.power_gate.rows_per_domain = 64;
  gpu_.sm.registers = 512;
  add_summary(stats_, platform_);
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
  add_summary(stats_, platform_);
  EXPECT_DOUBLE_EQ(of("register_file_energy.renaming_table"), 150 * 1.14 + 1000 * 2 * 4 * 0.27);
  EXPECT_DOUBLE_EQ(of("register_file_energy.flag_instructions"),
                   12 * 48 + (40 + 2 * 5) * 0.94 + 1000 * 2 * 10 * 0.0096);
  EXPECT_DOUBLE_EQ(of("register_file_energy.flag_fetch"), 12 * 6.2);
  EXPECT_DOUBLE_EQ(of("register_file_energy.baseline.renaming_table"), 0);
}

TEST_F(Summary, OfAPlainRunHasNoRenaming) {
  add_summary(stats_, platform_);
  EXPECT_THROW(of("register_file_energy.renaming_table"), Error);
  EXPECT_THROW(of("register_file_energy.events.renaming_accesses"), Error);
}

TEST_F(Summary, OfAPlainRunHasNoCompression) {
  add_summary(stats_, platform_);
  EXPECT_THROW(of("summary.compression_ratio"), Error);
  EXPECT_THROW(of("register_file_energy.compression"), Error);
}

}  // namespace
}  // namespace heddle
