// SPDX-License-Identifier: Apache-2.0
// Coverage of the blocks by workloads: reported with a run without changing it, and for many runs together.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace heddle::coverage_test {
namespace {

using Words = std::vector<std::string>;

struct Outcome {
  std::string stats;
  nlohmann::json coverage;
};

Outcome pathfinder(const Words& options) {
  const TemporaryFolder folder;
  Words words{"run", "pathfinder", "--small", "--with", "warped_compression", "--out", "r"};
  words.insert(words.end(), options.begin(), options.end());
  const Ran ran = heddle(words, folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const auto file = folder.path() / "r/coverage.json";
  return {content_of(folder.path() / "r/stats.json"),
          std::filesystem::exists(file) ? nlohmann::json::parse(content_of(file)) : nlohmann::json()};
}

TEST(Coverage, ChangesNoStatisticAndIsTheSameWithoutSkippingAndWithRtl) {
  const Outcome off = pathfinder({}), on = pathfinder({"--coverage"});
  EXPECT_TRUE(off.coverage.is_null());
  EXPECT_EQ(on.stats, off.stats);
  EXPECT_EQ(on.coverage.size(), 6u);
  EXPECT_EQ(on.coverage, pathfinder({"--coverage", "--set", "skip_idle_cycles=false"}).coverage);
  EXPECT_EQ(on.coverage, pathfinder({"--coverage", "--rtl", "bank_arbiter,bdi_compressor"}).coverage);
}

/// The statistics have observers of their own, so a coverage watch that misses a cycle or an instance differs
/// from them.
TEST(Coverage, SeesTheTrafficThatTheStatisticsCount) {
  const Outcome run = pathfinder({"--coverage"});
  const auto stats = nlohmann::json::parse(run.stats)["sm_total"];
  const auto payloads = [&](const char* block, const char* channel) {
    return run.coverage[block]["channels"][channel]["payloads"].get<std::uint64_t>();
  };
  std::uint64_t compressed = 0, restored = 0;
  for (const auto& [name, value] : stats["register_file"]["warped_compression"].items()) {
    if (name.starts_with("compressor_")) compressed += value.get<std::uint64_t>();
    if (name.starts_with("decompressor_")) restored += value.get<std::uint64_t>();
  }
  EXPECT_GT(compressed, 1000u);
  EXPECT_EQ(payloads("bdi_compressor", "rsp"), compressed);
  EXPECT_EQ(payloads("bdi_decompressor", "req"), restored);
  EXPECT_EQ(payloads("mov_injector", "move"), stats["register_file"]["moves_to_held"]);
  EXPECT_EQ(run.coverage["bdi_compressor"]["instances"], 30);
  EXPECT_EQ(run.coverage["bdi_decompressor"]["instances"], 60);
  for (const char* block : {"bank_arbiter", "mov_injector", "power_gate", "range_indicator_table"})
    EXPECT_EQ(run.coverage[block]["instances"], 15) << block;
}

/// The points that a system can reach and no run reached, and the points that it cannot reach and a run
/// reached; of `blocks`, or of all blocks.
struct Holes {
  std::vector<std::string> missing, wrong;
};
Holes holes(const Words& options, const Words& workloads, const Words& variants, const Words& blocks = {}) {
  const TemporaryFolder folder;
  Words words{"coverage", "--out", "r"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), workloads.begin(), workloads.end());
  for (const std::string& variant : variants) words.insert(words.end(), {"--variant", variant});
  const Ran ran = heddle(words, folder);
  EXPECT_TRUE(ran.status == 0 || !blocks.empty()) << ran.err;
  const auto coverage = nlohmann::json::parse(content_of(folder.path() / "r/coverage.json"));
  Holes found;
  for (const auto& [block, reached] : coverage.items()) {
    if (!blocks.empty() && std::find(blocks.begin(), blocks.end(), block) == blocks.end()) continue;
    for (const auto& point : reached["points"]) {
      const bool demanded = point["arises"] == "anywhere", seen = point["hits"] != 0;
      const bool forbidden = !demanded && point["arises"] != "by chance";
      const std::string name = block + ": " + point["name"].get<std::string>();
      if (demanded && !seen) found.missing.push_back(name);
      if (forbidden && seen) found.wrong.push_back(name);
      EXPECT_EQ(seen, point.contains("first")) << name;
    }
  }
  return found;
}

TEST(Coverage, OfSomeWorkloadsMissesNoPointThatASystemCanHave) {
  const Holes left =
      holes({"--with", "warped_compression"},
            {"cover_values", "cover_moves", "cover_registers", "cover_clusters", "cover_writes", "barnes_hut",
             "bfs", "heartwall", "aes"},
            {"merging", "by_thread", "full_bdi", "eight_results"},
            {"bank_arbiter", "bdi_compressor", "bdi_decompressor", "power_gate", "range_indicator_table",
             "thread_compressor", "thread_decompressor", "thread_width_table"});
  EXPECT_EQ(left.missing, Words{});
  EXPECT_EQ(left.wrong, Words{});
}

/// Loads, which alone have more than two destinations, wait for its MOVs in their collectors only where
/// registers are renamed.
TEST(Coverage, OfSomeWorkloadsMissesNoPointOfTheMovInjector) {
  const Holes left = holes({"--with", "warped_compression,register_virtualization", "--set", "sms=1"},
                           {"cover_moves", "bfs"}, {}, {"mov_injector"});
  EXPECT_EQ(left.missing, Words{});
  EXPECT_EQ(left.wrong, Words{});
}

/// The blocks of the baseline's register file have points that need registers which are not renamed. There is
/// one SM, so that small workloads fill it with warps.
TEST(Coverage, OfSomeWorkloadsMissesNoPointOfTheVirtualizationsBlocks) {
  const Holes left =
      holes({"--with", "register_virtualization", "--set", "sms=1"},
            {"cover_ctas", "cover_registers", "cover_moves", "spmv", "aes", "bfs", "backprop", "heartwall",
             "fft", "micro_shared", "reduction"},
            {"one_guaranteed", "throttling", "spilling"},
            {"renaming_table", "register_allocator", "release_flag_cache", "release_decoder", "cta_throttle",
             "register_spill_unit", "release_flag_latch", "free_register_counter", "freed_register_queue"});
  EXPECT_EQ(left.missing, Words{});
  EXPECT_EQ(left.wrong, Words{});
}

TEST(Coverage, TheReportTellsWhatTheBlocksDidAndWhoWaited) {
  const TemporaryFolder folder;
  const auto lines = [&](const Words& options) {
    Words words{"run", "pathfinder", "--small", "--out", "r", "--set", "sms=1"};
    words.insert(words.end(), options.begin(), options.end());
    return heddle(words, folder).out;
  };
  const std::string with = lines({"--with", "warped_compression"});
  for (const char* text : {"bank_arbiter", "operand reads", "registers compressed", "registers restored",
                           "MOVs injected; stalls: ", "domains switched on; stalls: ", "indicators written"})
    EXPECT_NE(with.find(text), std::string::npos) << text << "\n" << with;
  const std::string merging =
      lines({"--with", "warped_compression", "--set", "warped_compression.divergence=merge"});
  EXPECT_NE(merging.find("    bdi_compressor"), std::string::npos) << merging;
  EXPECT_EQ(merging.find("    mov_injector"), std::string::npos) << merging;
  EXPECT_EQ(lines({}).find("bank_arbiter"), std::string::npos);
}

TEST(Coverage, NamesWhatIsMissing) {
  const TemporaryFolder folder;
  const Words words{"coverage", "vectoradd", "--with", "warped_compression", "--set", "sms=1", "--out", "r"};
  const Ran ran = heddle(words, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.out.find("not reached: partial write of 3..4 compressed destinations"), std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.out, heddle(words, folder).out);
  const Ran no_variant = heddle({"coverage", "vectoradd", "--variant", "mergin"}, folder);
  EXPECT_EQ(no_variant.status, 1);
  EXPECT_NE(no_variant.err.find("mergin"), std::string::npos) << no_variant.err;
  const Ran wrong = heddle({"coverage", "vectorad"}, folder);
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.err.find("vectoradd"), std::string::npos) << wrong.err;
}

}  // namespace
}  // namespace heddle::coverage_test
