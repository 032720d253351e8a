// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/program.hpp"

namespace heddle::commands_test {
namespace {

using Words = std::vector<std::string>;

std::string said(const Words& arguments) {
  const TemporaryFolder folder;
  const Ran ran = heddle(arguments, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(entries(folder).empty());
  return ran.out;
}

void expect_in(const std::string& text, const Words& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

TEST(Help, ListsTheCommandsWithoutAndWithTheOption) {
  const std::string help = said({});
  expect_in(help, {"bench", "blocks", "config", "cosim", "demo", "estimate", "experiment", "fuzz", "kernel",
                   "registers", "run", "verify", "workloads"});
  EXPECT_EQ(help, said({"--help"}));
}

TEST(Help, OfEveryCommandExplainsItsOptions) {
  for (const char* command : {"bench", "blocks", "config", "cosim", "demo", "estimate", "experiment", "fuzz",
                              "kernel", "registers", "run", "verify", "workloads"})
    expect_in(said({command, "--help"}), {"Usage: heddle " + std::string(command), "--help"});
  expect_in(said({"run", "--help"}), {"--launch", "--with", "--gpu", "--config", "--set", "--size", "--seed",
                                      "--ptx", "--rtl", "--out", "--compare"});
}

TEST(Kernel, SaysWhatItIsMadeOf) {
  expect_in(said({"kernel", "vectoradd", "--passes", "--set", "sm.isa=fermi", "--set", "sm.optimize=2"}),
            {"vectoradd, after selection", "vectoradd, after fold_constants", "param[0x",
             "vectoradd, after straighten"});
  expect_in(said({"kernel", "vectoradd"}),
            {"vectoradd\n", "8 a thread, at most 8 live at a time; 0 values spilled; 1 predicates",
             "2 loads, 1 stores", "6 CTAs of 256 threads an SM: 48 of 48 warps; limited by warps",
             "Table 1, VectorAdd: 4 registers"});
  expect_in(said({"kernel", "hotspot", "--max-registers", "12", "--threads", "1024"}),
            {"12 a thread", "1 CTAs of 1024 threads an SM"});
  expect_in(said({"kernel", "bfs", "--kernel", "bfs_advance", "--live"}), {"line live", "ld.param"});
  const TemporaryFolder folder;
  const Ran drawn = heddle({"kernel", "matmul", "--cfg", "m.dot"}, folder);
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  expect_in(content_of(folder.path() / "m.dot"), {"digraph \"matmul\"", "B0 -> B", "style=bold"});
  const Ran unknown = heddle({"kernel", "bfs", "--kernel", "bfs_advanc"}, folder);
  EXPECT_NE(unknown.status, 0);
  expect_in(unknown.err, {"no such kernel", "bfs_expand, bfs_advance"});
}

TEST(Kernel, SaysWhatVirtualRegistersAddToIt) {
  expect_in(said({"kernel", "vectoradd", "--release"}),
            {"  release       3 pir and 0 pbr for ",
             "  renaming      8 of 8 registers, for 48 warps: 384 of 819 entries; ",
             "a table for all takes 480 bytes, this one has 1024\n"});
  const std::string chart =
      said({"kernel", "vectoradd", "--release-chart", "--release", "--renaming-table", "240"});
  expect_in(chart, {"4 of 8 registers, for 48 warps: 192 of 192 entries; r0 to r3 keep their places; ",
                    "  word   line needed  releases", "pir 0", " r4", "st.global"});
  const TemporaryFolder folder;
  EXPECT_NE(heddle({"kernel", "vectoradd", "--renaming-table", "240"}, folder).status, 0);
}

TEST(Kernel, SaysWhatOfItsRegionsCanBeApproximated) {
  const std::string file = HEDDLE_SOURCE_DIR "/tests/warp_approximation/approx_header.clang14.ptx";
  expect_in(said({"kernel", file, "--kernel", "marked", "--approx"}),
            {"  approximate   7 of 7 instructions in regions, of 39 in all; kept exact: what addresses and "
             "conditions depend on\n",
             "    begins on line 54, ends on line 76; level 6; 7 instructions\n",
             "      approximable           7  lines 66-72\n"});
  expect_in(said({"kernel", file, "--kernel", "sizes", "--approx", "--approx-level", "9"}), {"; level 9; "});
  expect_in(said({"kernel", file, "--kernel", "marked", "--approx", "--approx-override", "3"}),
            {"; level 3; "});
  expect_in(said({"kernel", "vectoradd", "--approx"}), {"nothing: no region is marked"});
  const TemporaryFolder folder;
  folder.add(
      "k.ptx",
      ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r;\n"
      ".pragma \"heddle.approxBegin\";\nmov.u32 %r, %tid.x;\n.pragma \"heddle.approxEnd\";\nret;\n}\n");
  expect_in(heddle({"kernel", "k.ptx", "--approx", "--approx-exclude", "addresses"}, folder).out,
            {"lane register          1  lines 7", "warning: nothing in this region can be approximated"});
}

TEST(Workloads, AreListedWithTheirSizes) {
  expect_in(said({"workloads"}), {"vectoradd", "matmul", "pathfinder", "hotspot", "bfs", "--size n=1000000"});
  EXPECT_EQ(said({"workloads", "bfs"}).find("vectoradd"), std::string::npos);
}

TEST(Workloads, TellTheirPaperSize) {
  expect_in(said({"workloads", "transpose"}),
            {"--size small: width=70, height=45", "--size paper: width=2048, height=2048 (CUDA SDK 4.2",
             "--size values=ramp"});
  expect_in(said({"workloads", "lud"}), {"--size paper: the default (Rodinia"});
}

TEST(Workloads, HaveFootprints) {
  const std::string text = said({"workloads", "--footprint", "laplace3d", "vectoradd", "--small"});
  expect_in(text, {"laplace3d", "vectoradd", "fill the"});
  EXPECT_EQ(text.find("transpose"), std::string::npos);
  expect_refused({}, {"workloads", "--footprint", "micro_issue", "--size", "paper"},
                 {"command line", "micro_issue has no size of a paper", "small or default"});
  expect_refused({}, {"workloads", "--size", "paper"}, {"--size requires --footprint"}, 2);
  expect_refused({}, {"workloads", "--footprint", "transpos"}, {"transpos", "transpose"});
}

TEST(Blocks, AreListedWithSetsAndPublishedFigures) {
  expect_in(said({"blocks"}),
            {"bank_arbiter (register_file)", "bdi_compressor (warped_compression)", "bdi_decompressor"});
  expect_in(said({"blocks", "bdi_compressor"}),
            {"latency_8            Choices=7 Latency=8", "23 pJ at 45 nm", "Lee2015"});
}

TEST(Config, ShowsValuesWithTheirOrigin) {
  expect_in(said({"config", "show", "--set", "sm.warps=8"}),
            {"  warps: 8  # warps; command line", "core_mhz: 1400  # MHz; ",
             "gtx480_lee2015.yaml:", "decode_latency: 1  # cycles; default"});
}

TEST(Config, ShowsATechniqueOnlyWhenItIsThere) {
  EXPECT_EQ(said({"config", "show"}).find("warped_compression"), std::string::npos);
  expect_in(said({"config", "show", "--with", "warped_compression"}),
            {"warped_compression:\n  compressors: 2"});
}

TEST(Config, ChecksWhatItIsGiven) {
  expect_in(said({"config", "check", "--with", "warped_compression"}), {"fine: "});
  expect_in(said({"config", "check", "--launch", HEDDLE_SOURCE_DIR "/configs/launches/saxpy.yaml"}),
            {"2 buffers, 1 steps"});
}

TEST(Config, ExplainsEveryKey) {
  expect_in(said({"config", "schema"}), {"sms: 15", "SMs", "source: Lee2015 Table 2", "warped_compression:",
                                         "register_file_costs:", "wire_activity: 0.5"});
  EXPECT_EQ(said({"config", "schema", "warped_compression"}).find("sms:"), std::string::npos);
  expect_in(said({"config", "schema", "launch"}), {"kernel:", "arguments:"});
}

TEST(Cosim, OfABlockFindsModelAndRtlEqual) {
  expect_in(
      said({"cosim", "bdi_decompressor", "--vectors", "2000", "--sets", "default,latency_2", "--no-rates"}),
      {"bdi_decompressor  set default", "set latency_2", "equal: every output at every cycle", "2 of 2"});
}

TEST(Cosim, OfABlockTakesAllItsSets) {
  expect_in(said({"cosim", "thread_decompressor", "--vectors", "500", "--no-rates"}),
            {"set default", "set latency_", "4 of 4 co-simulations equal"});
}

TEST(Bench, MeasuresEachWorkloadPlainAndWithTheTechniqueAndWithoutTime) {
  const TemporaryFolder folder;
  const Ran ran = heddle(
      {"bench", "--small", "--workloads", "vectoradd,bfs", "--sms", "1,2", "--json", "b.json"}, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto json = nlohmann::json::parse(content_of(folder.path() / "b.json"));
  const auto& rows = json["rows"];
  ASSERT_EQ(rows.size(), 10u);  // 2 workloads: uncompressed and compressed on 1 and 2 SMs, and functional
  std::multiset<int> sms;
  for (const auto& row : rows) {
    EXPECT_TRUE(row["passed"]);
    EXPECT_GT(row["warp_instructions_per_cpu_second"], 0);
    EXPECT_GT(row["peak_bytes"], 1 << 20);
    sms.insert(row["sms"].get<int>());
    EXPECT_EQ(row.contains("cycles_per_cpu_second"), row["sms"] != 0);
  }
  EXPECT_EQ(sms, (std::multiset<int>{0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(json["promises"].size(), 0u);  // the goals are for the workloads' full sizes
  EXPECT_EQ(json["gpgpu_sim"]["warp_instructions_per_cpu_second_15_sms"][1], 21e3);
}

TEST(Bench, MeasuresSeveralThreads) {
  expect_in(said({"bench", "--small", "--workloads", "vectoradd", "--sms", "2", "--threads", "2"}),
            {"vectoradd      2  ", "times as fast by 2 threads", "over 1 runs"});
}

/// The results are those of one thread, and a run that needs one says why.
TEST(Run, TakesSeveralThreads) {
  const TemporaryFolder folder;
  const auto run = [&](const char* out, const Words& more) {
    Words words{"run", "reduction", "--small", "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = heddle(words, folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  };
  run("one", {});
  expect_in(run("two", {"--threads", "2"}), {"by 2 threads"});
  EXPECT_EQ(content_of(folder.path() / "one/stats.json"), content_of(folder.path() / "two/stats.json"));
  expect_in(run("check", {"--threads", "2", "--check"}),
            {"1 for all SMs: an observer sees all of them in each cycle"});
  expect_in(run("rtl", {"--threads", "2", "--rtl", "bank_arbiter"}),
            {"1 for all SMs: blocks of them are RTL"});
  expect_in(run("caba", {"--threads", "2", "--gpu", "gtx480_vijaykumar2015", "--with", "caba"}),
            {"1 for all SMs: they share parts of a technique"});
  EXPECT_NE(heddle({"run", "reduction", "--threads", "0"}, folder).status, 0);
}

TEST(Bench, ComparesTheTechniqueAsItIsSetByTurns) {
  const TemporaryFolder folder;
  const Ran ran =
      heddle({"bench", "--small", "--workloads", "vectoradd", "--sms", "1", "--technique", "line_compression",
              "--set", "line_compression.what=fpc", "--repeat", "2", "--json", "b.json"},
             folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  expect_in(ran.out, {"% of the rate without line_compression", "over 2 runs", "% by instruction executed"});
  const auto json = nlohmann::json::parse(content_of(folder.path() / "b.json"));
  EXPECT_EQ(json["rows"][1]["cpu_seconds_in_launches_of_all_runs"].size(), 2u);
  // The setting is the technique's, and a bad one is an error.
  EXPECT_NE(heddle({"bench", "--small", "--workloads", "vectoradd", "--sms", "1", "--technique",
                    "line_compression", "--set", "line_compression.what=none_such"},
                   folder)
                .status,
            0);
}

TEST(Demo, RunsBothMachinesAndComparesThem) {
  const std::string text = said({"demo", "--small", "--no-out"});
  expect_in(text, {"heddle run pathfinder --with warped_compression --compare", "passed",
                   "without techniques", "compression ratio", "register-file energy", "host"});
}

TEST(RecordedRegisters, AreWhatTheRegisterFileWasGiven) {
  const TemporaryFolder folder;
  const Words run{"run", "vectoradd", "--small", "--set", "sms=1", "--out", "r", "--record-registers", "v"};
  ASSERT_EQ(heddle(run, folder).status, 0);
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  const auto& file = stats["sm_total"]["register_file"];
  const std::size_t whole = file["writes"].get<std::size_t>() - file["partial_writes"].get<std::size_t>();
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "v"), 24 + whole * 128);
}

TEST(RecordedRegisters, AreCountedByTheirClasses) {
  const TemporaryFolder folder;
  const Words run{"run", "vectoradd", "--small", "--set", "sms=1", "--out", "r", "--record-registers", "v"};
  ASSERT_EQ(heddle(run, folder).status, 0);
  const Ran ran = heddle({"registers", "v", "v"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_in(ran.out, {fmt::format("{} registers of 2 files",
                                  2 * (std::filesystem::file_size(folder.path() / "v") / 128)),
                      "| lane index |", "| random |"});
}

/// Recording registers changes nothing else, whatever tables the encoding has beside the banks.
TEST(RecordedRegisters, LeaveTheRunAsItIs) {
  const TemporaryFolder folder;
  const Words run{"run",
                  "pathfinder",
                  "--small",
                  "--with",
                  "warped_compression",
                  "--set",
                  "warped_compression.divergence=thread"};
  Words plain = run, recorded = run;
  plain.insert(plain.end(), {"--out", "plain"});
  recorded.insert(recorded.end(), {"--out", "recorded", "--record-registers", "v"});
  ASSERT_EQ(heddle(plain, folder).status, 0);
  ASSERT_EQ(heddle(recorded, folder).status, 0);
  EXPECT_EQ(content_of(folder.path() / "plain/stats.json"),
            content_of(folder.path() / "recorded/stats.json"));
}

/// Tandem execution changes nothing else, either.
TEST(TandemCheck, LeavesTheRunAsItIs) {
  const TemporaryFolder folder;
  const Words run{"run", "bfs", "--small", "--with", "warped_compression"};
  Words plain = run, checked = run;
  plain.insert(plain.end(), {"--out", "plain"});
  checked.insert(checked.end(), {"--out", "checked", "--check"});
  ASSERT_EQ(heddle(plain, folder).status, 0);
  const auto said = heddle(checked, folder);
  ASSERT_EQ(said.status, 0);
  EXPECT_NE(said.out.find("tandem check"), std::string::npos);
  EXPECT_EQ(content_of(folder.path() / "plain/stats.json"), content_of(folder.path() / "checked/stats.json"));
}

}  // namespace
}  // namespace heddle::commands_test
