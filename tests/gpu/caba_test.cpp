// SPDX-License-Identifier: Apache-2.0
// Memory lines that assist warps compress and decompress: workloads under tandem execution, tight blocks,
// what is saved, and bad configurations.
#include <gtest/gtest.h>

#include <array>
#include <span>

#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/line_compression/bdi_line.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tests/cosim/broken_rtl.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::caba_test {
namespace {

struct Design {
  const char* name;
  std::vector<std::string> set;
  std::vector<std::string> workloads;
  const char* techniques = "caba";
};
void PrintTo(const Design& d, std::ostream* out) { *out << d.name; }

const Design bdi{"Bdi",
                 {},
                 {"vectoradd", "pathfinder", "matmul", "bfs", "scan", "transpose", "fast_walsh_transform",
                  "hotspot", "needleman_wunsch"}},
    fpc{"Fpc", {"caba.what=fpc"}, {"pathfinder", "scan", "lud"}},
    cpack{"Cpack", {"caba.what=cpack"}, {"pathfinder", "scan", "transpose"}},
    last{"BdiLast", {"caba.what=bdi_last"}, {"pathfinder", "scan", "fast_walsh_transform"}},
    best{"Best", {"caba.what=best", "caba.store.words=1024"}, {"pathfinder", "scan", "transpose", "lud"}},
    ideal{"BestIdeal",
          {"caba.what=best_ideal", "caba.store.words=1024", "caba.patience=20000"},
          {"pathfinder", "scan", "transpose", "fast_walsh_transform"}},
    // Hardware makes the same stored lines.
    mixed_best{
        "BestAndHardware",
        {"caba.what=best", "caba.store.words=1024", "caba.controllers_compress=true", "caba.patience=20000"},
        {"pathfinder", "scan"}},
    // One entry of everything, and hardly any patience.
    tight{"Tight",
          {"caba.controller.entries=1", "caba.controller.depth=1", "caba.controller.low_slots=1",
           "caba.pending_stores=1", "caba.patience=60"},
          {"pathfinder", "bfs", "scan", "transpose"}},
    patient{"Patient",
            {"caba.controller.entries=64", "caba.controller.depth=4", "caba.controller.low_slots=4",
             "caba.pending_stores=16", "caba.patience=1000000", "caba.line_ports=2"},
            {"pathfinder", "scan", "transpose"}},
    // One window of registers, for which lines that come and lines that are stored compete.
    shared{"Shared",
           {"caba.shared_registers=true", "caba.pending_stores=16", "caba.controller.entries=16"},
           {"pathfinder", "scan", "fast_walsh_transform"}},
    throttled{"Throttled",
              {"caba.controller.throttle_window=32", "caba.controller.least_idle=31"},
              {"pathfinder", "scan"}},
    // The L2 keeps what it is given back, and hardware compresses what assist warps have left.
    mixed{"UncompressedL2AndHardware",
          {"caba.l2=uncompressed", "caba.controllers_compress=true", "caba.part_copies=2"},
          {"pathfinder", "bfs", "scan", "transpose"}},
    // Codewords of all lengths up to 12 bits, and an escape codeword of as many; hardware encodes.
    e2mc{"E2mc",
         {"caba.what=e2mc", "caba.controllers_compress=true", "line_compression.e2mc.code=offline",
          "line_compression.e2mc.tables=[{escape: 12, values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "
          "lengths: "
          "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}]"},
         {"pathfinder", "bfs", "scan", "transpose"}},
    renamed{"BesideRenamedRegisters",
            {"caba.registers=entry", "caba.controller.entries=4", "register_virtualization.registers=512",
             "register_virtualization.reserved=64"},
            {"pathfinder", "bfs", "scan", "transpose"},
            "register_virtualization,caba"},
    // All five papers at once: hardware compresses lines, assist warps prefetch.
    five{"FivePapers",
         {"caba.registers=entry", "caba.what=none",
          "caba.subroutines=[{name: next_line, file: prefetch/next_line, event: miss, drop_faults: true}]",
          "register_virtualization.registers=512", "register_virtualization.reserved=64",
          "line_compression.what=e2mc", "line_compression.where=sm", "warp_approximation.level=0"},
         {"pathfinder", "bfs", "scan"},
         "warped_compression,warp_approximation,register_virtualization,caba,line_compression"},
    // Registers of the table's entries, and of subroutines that follow each other in one.
    entries{"EntryRegisters",
            {"caba.registers=entry", "caba.controller.entries=3"},
            {"pathfinder", "bfs", "scan", "transpose"}},
    // Windows in what CTAs leave, and of those fewer than entries.
    unallocated{
        "UnallocatedRegisters", {"caba.registers=unallocated"}, {"pathfinder", "bfs", "scan", "transpose"}},
    encoded_entries{
        "EntryRegistersBesideEncodedOnes",
        {"caba.registers=entry", "warp_approximation.level=0", "warp_approximation.override_levels=true"},
        {"bfs", "scan"},
        "caba,warp_approximation,warped_compression"},
    // MOVs of Warped-Compression expand registers of assist warps, while those of the program may be scalars.
    encoded{"BesideEncodedRegisters",
            {"warp_approximation.level=0", "warp_approximation.override_levels=true"},
            {"pathfinder", "bfs", "scan"},
            "caba,warp_approximation,warped_compression"};

Techniques with(const Design& d) { return techniques_of(d.techniques, d.set); }

GpuConfig machine() {
  GpuConfig config;
  config.sms = 2;
  config.l2 = whole_lines(config.l2);
  config.dram.controller.check_protocol = true;
  return config;
}

class AssistedLinesOf : public testing::TestWithParam<Design> {};
INSTANTIATE_TEST_SUITE_P(Caba, AssistedLinesOf,
                         testing::Values(bdi, fpc, cpack, last, best, ideal, mixed_best, tight, patient,
                                         shared, throttled, encoded, mixed, e2mc, renamed, five, entries,
                                         encoded_entries, unallocated),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(AssistedLinesOf, ChangeNoValue) {
  for (const std::string& workload : GetParam().workloads) {
    const CheckedWorkload found = checked_workload(workload, machine(), with(GetParam()));
    EXPECT_EQ(found.mismatches, 0) << workload;
    EXPECT_GT(found.instructions, 0) << workload;
  }
}

/// Accesses that wait for compressed lines do not hold all collector units: assist warps need one.
TEST(Caba, NeedsFewCollectorUnits) {
  GpuConfig config = machine();
  config.sm.collectors.units = 3;
  for (const char* workload : {"transpose", "scan"})
    EXPECT_EQ(checked_workload(workload, config, with(bdi)).mismatches, 0) << workload;
}

TEST(Caba, RefusesFewerCollectorUnits) {
  GpuConfig config = machine();
  config.sm.collectors.units = 2;
  StatGroup stats;
  EXPECT_THROW(SimulatedGpu(config, with(bdi), nullptr, stats), Error);
}

struct Outcome {
  bool passed = false;
  double cycles = 0, statistics = 0, response_bytes = 0, encoded = 0, decoded = 0;
  double compressing = 0, decompressing = 0;  ///< assist warps that have come to their end
  double displaced = 0;                       ///< stored lines
  double refused = 0;                         ///< accesses of the SMs to parts of lines
};
Outcome run(const std::string& workload, const Techniques& techniques, bool skipping = true,
            const std::vector<RtlSelection>& rtl = {}) {
  const auto found = in_child(10, [&] {
    GpuConfig config = machine();
    config.skip_idle_cycles = skipping;
    config.l2.cache.bytes = 2048;
    StatGroup stats;
    VerilatedLibrary library(rtl);
    std::vector<double> all(10);
    SimulatedGpu gpu(config, techniques, &library, stats);
    try {
      WorkloadOptions options{.small = true};
      if (workload == "hotspot") options.sizes = {"values=random"};  // in which little is compressed
      all[0] = Registry<Workload>::instance().find(workload).run(gpu, options).passed();
      gpu.gpu().settle();
    } catch (const Error& e) {
      fprintf(stderr, "%s\n", e.what());
      return all;
    }
    all[1] = stats.number("cycles");
    all[2] = static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12);
    all[3] = stats.number("crossbar.responses.bytes");
    if (techniques.empty()) return all;
    // Where no assist warp compresses lines, there are no such statistics.
    constexpr std::array paths{"sm_total.memory.edge.encoded_lines",
                               "sm_total.memory.edge.decoded_lines",
                               "sm_total.caba.low.ended",
                               "sm_total.caba.high.ended",
                               "sm_total.caba.pending.displaced_stores",
                               "sm_total.caba.parts.refused"};
    for (std::size_t k = 0; k < paths.size(); ++k)
      if (stats.look_up(paths[k]) != nullptr) all[4 + k] = stats.number(paths[k]);
    return all;
  });
  return {found[0] == 1, found[1], found[2], found[3], found[4],
          found[5],      found[6], found[7], found[8], found[9]};
}

TEST_P(AssistedLinesOf, AreTheSameWhereCyclesAreSkipped) {
  const Outcome skipping = run("scan", with(GetParam())), ticking = run("scan", with(GetParam()), false);
  EXPECT_TRUE(skipping.passed);
  EXPECT_EQ(skipping.cycles, ticking.cycles);
  EXPECT_EQ(skipping.statistics, ticking.statistics);
}

TEST(AssistedLines, TakeFewerBytesOnTheCrossbar) {
  const Outcome without = run("scan", {}), with_it = run("scan", with(bdi));
  EXPECT_TRUE(with_it.passed);
  EXPECT_LT(with_it.response_bytes, without.response_bytes);
  EXPECT_GT(with_it.encoded, 0);
}

/// A line that comes displaces the compression of another one only where both have the same registers.
TEST(AssistedLines, ThatShareRegistersDisplaceEachOther) {
  const Outcome separate = run("scan", with(bdi)),
                shared = run("scan", techniques_of("caba", {"caba.shared_registers=true"}));
  EXPECT_TRUE(shared.passed);
  EXPECT_EQ(separate.displaced, 0);
  EXPECT_GT(shared.displaced, 0);
  EXPECT_GT(shared.encoded, 0);
}

/// hotspot of random values needs hardly an assist warp, but registers of each thread for them leave room for
/// fewer CTAs.
TEST(AssistedLines, WithRegistersOfEntriesLeaveRoomForTheProgram) {
  const Outcome without = run("hotspot", {}), of_parents = run("hotspot", with(bdi)),
                of_entries = run("hotspot", techniques_of("caba", {"caba.registers=entry"}));
  EXPECT_TRUE(of_entries.passed);
  EXPECT_LT(of_entries.cycles, of_parents.cycles);
  EXPECT_LT(of_entries.cycles, 1.1 * without.cycles);
}

/// A CTA makes way only where fewer windows are left than there must be.
TEST(AssistedLines, TakeUnallocatedRegistersFirst) {
  const auto of = [](const char* windows) {
    const Outcome o =
        run("hotspot",
            techniques_of("caba", {"caba.registers=unallocated", std::string("caba.windows=") + windows}));
    EXPECT_TRUE(o.passed) << windows;
    return o.cycles;
  };
  const double without = run("hotspot", {}).cycles, of_parents = run("hotspot", with(bdi)).cycles;
  EXPECT_LT(of("1"), 1.1 * without);
  EXPECT_LT(of("8"), of_parents);
  EXPECT_EQ(of("9"), of("10")) << "a CTA more or less is more than a window";
}

/// Each line that is restored had its own assist warp, those of which the SM wanted a part included.
TEST(AssistedLines, AreWhatAssistWarpsHaveMade) {
  const Outcome o = run("scan", with(bdi));
  EXPECT_GT(o.decoded, 0);
  EXPECT_EQ(o.decompressing, o.decoded + o.refused);
  EXPECT_GE(o.compressing, o.encoded);
}

/// BDI, whose subroutines that decompress load their deltas from a byte further on.
unsigned changed_loads = 0;
LineSubroutines changed_bdi(const ConfigTree& tree) {
  LineSubroutines lines = Registry<LineSubroutinesEntry>::instance().find("bdi").make(tree);
  changed_loads = 0;
  for (Subroutine& subroutine : std::span(lines.subroutines).first(bdi_line_encodings))
    for (ptx::Instruction& i : subroutine.code.code)
      if (i.unit == ptx::Unit::line && !i.memory.store && i.memory.sign_extend) {
        ++i.offset;
        ++changed_loads;
      }
  return lines;
}
const Registration<LineSubroutinesEntry> registration{
    LineSubroutinesEntry{"changed_bdi", "BDI with a fault, of a test", changed_bdi}};

TEST(AssistedLines, OfAChangedSubroutineSpoilTheResult) {
  EXPECT_FALSE(run("scan", techniques_of("caba", {"caba.what=changed_bdi"})).passed);
  EXPECT_EQ(changed_loads, 6u);
}

TEST(AssistedLines, OfHardwareThatEncodesAreDecodedByAssistWarps) {
  const Outcome o = run("scan", with(e2mc));
  EXPECT_TRUE(o.passed);
  EXPECT_GT(o.decoded, 0);
  EXPECT_EQ(o.decompressing, o.decoded + o.refused);
  EXPECT_EQ(o.compressing, 0);
  EXPECT_EQ(o.encoded, 0) << "by assist warps";
}

/// E2MC, whose tables have other symbols.
const Registration<LineSubroutinesEntry> other_symbols{LineSubroutinesEntry{
    "changed_e2mc", "E2MC with a fault, of a test", [](const ConfigTree& tree) {
      LineSubroutines lines = Registry<LineSubroutinesEntry>::instance().find("e2mc").make(tree);
      for (std::size_t at = 16 + 2; at < lines.tables.size(); at += 4) lines.tables[at] ^= std::byte{1};
      return lines;
    }}};

TEST(AssistedLines, AreDecodedByTheTables) {
  std::vector<std::string> set = e2mc.set;
  set[0] = "caba.what=changed_e2mc";
  EXPECT_FALSE(run("scan", techniques_of("caba", set)).passed);
}

TEST(AssistedLinesAsRtl, HaveTheSameStatistics) {
  const std::vector<RtlSelection> blocks{
      {"assist_warp_store"}, {"assist_warp_controller"}, {"assist_warp_buffer"}, {"pending_store_buffer"}};
  for (const Design& d : {bdi, tight, throttled, ideal}) {
    const Outcome model = run("scan", with(d)), rtl = run("scan", with(d), true, blocks);
    EXPECT_TRUE(rtl.passed) << d.name;
    EXPECT_EQ(rtl.statistics, model.statistics) << d.name;
  }
}

/// All five papers at once, and all their blocks.
TEST(FivePapersAsRtl, GiveTheSameStatistics) {
  const Techniques techniques = with(five);
  std::vector<RtlSelection> rtl;
  for (const char* block : {"bank_arbiter",
                            "power_gate",
                            "bdi_compressor",
                            "bdi_decompressor",
                            "range_indicator_table",
                            "mov_injector",
                            "similarity_selector",
                            "similarity_comparator",
                            "representative_selector",
                            "representative_decision",
                            "value_broadcaster",
                            "similar_register_table",
                            "renaming_table",
                            "register_allocator",
                            "release_flag_cache",
                            "release_decoder",
                            "cta_throttle",
                            "register_spill_unit",
                            "release_flag_latch",
                            "free_register_counter",
                            "freed_register_queue",
                            "assist_warp_store",
                            "assist_warp_controller",
                            "assist_warp_buffer",
                            "huffman_compressor",
                            "block_packer",
                            "block_unpacker",
                            "huffman_decoder",
                            "codec_pool",
                            "metadata_cache"})
    rtl.push_back({block});
  const Outcome model = run("pathfinder", techniques), with_rtl = run("pathfinder", techniques, true, rtl);
  EXPECT_TRUE(model.passed);
  EXPECT_TRUE(with_rtl.passed);
  EXPECT_EQ(model.cycles, with_rtl.cycles);
  EXPECT_EQ(model.statistics, with_rtl.statistics);
}

/// A lane less that executes a subroutine, another subroutine, one that begins too late, a flipped bit of an
/// instruction, a byte of each store that is lost, lines that are taken for their neighbours: the result is
/// wrong, or the run ends with an error.
TEST(AssistedLinesAsRtl, OfAFaultyBlockSpoilTheResult) {
  for (const auto& [block, original, wrong] :
       {std::tuple{"assist_warp_controller", "lanes & {32{accepted}}", "(lanes >> 1) & {32{accepted}}"},
        std::tuple{"assist_warp_controller", "subroutine_q & {SubroutineBits{accepted}}",
                   "(subroutine_q ^ SubroutineBits'(1)) & {SubroutineBits{accepted}}"},
        std::tuple{"assist_warp_store", ".begin_first_i(begin_first_i)",
                   ".begin_first_i(begin_first_i + AddressBits'(1))"},
        std::tuple{"assist_warp_buffer", "(WordBits * MostEntries)'(high_words)",
                   "(WordBits * MostEntries)'(high_words) ^ (WordBits * MostEntries)'(high_valid[0])"},
        std::tuple{"pending_store_buffer", ".request_bytes_i(request_bytes_i)",
                   ".request_bytes_i(request_bytes_i & ~Bytes'(1))"},
        std::tuple{"pending_store_buffer", ".request_line_i(request_line_i)",
                   ".request_line_i(request_line_i & ~LineBits'(1))"}}) {
    const BrokenRtl rtl(fmt::format("caba/{}.sv", block), original, wrong);
    EXPECT_FALSE(run("scan", with(bdi), true, {rtl.selection(block)}).passed) << block << ": " << wrong;
  }
}

void expect_refused(const std::vector<std::string>& set, const std::string& said) {
  try {
    const Techniques techniques = techniques_of("caba", set);
    GpuConfig config = machine();
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    FAIL() << said;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(said), std::string::npos) << e.what();
  }
}

TEST(AssistedLines, OfBadConfigurationsAreRefused) {
  expect_refused({"caba.what=zip"}, "bdi");
  expect_refused({"caba.what=e2mc"}, "one code, which is known ahead");
  expect_refused({"caba.granularity=48"}, "32 or 64");
  expect_refused({"caba.store.words=100"}, "caba.store.words: 100");
  expect_refused({"caba.controller.entries=65"}, "1 .. 64");
}

}  // namespace
}  // namespace heddle::caba_test
