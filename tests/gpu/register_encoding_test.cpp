// SPDX-License-Identifier: Apache-2.0
// Compressed registers: writes of single lanes, and banks that are switched off.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/gpu/in_child.hpp"

namespace heddle::register_encoding_test {
namespace {

const std::string store_r1 =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n";
const std::vector<std::string> merging{"warped_compression.divergence=merge"};

std::string repeated(unsigned n, const std::string& body) {
  std::string text;
  for (unsigned i = 0; i < n; ++i) text += body;
  return text;
}

/// Repeatedly writes a register in all lanes, which compresses it, and then in the first ten lanes, by an
/// instruction that also reads it.
const std::string whole_then_some =
    "setp.lt.u32 %p1, %r0, 10;\nmov.u32 %r2, 0;\n" +
    repeated(20, "mov.u32 %r1, %ctaid.x;\n@%p1 add.s32 %r1, %r1, %r0;\nadd.s32 %r2, %r2, %r1;\n") +
    "mov.u32 %r1, %r2;\n" + store_r1;

const std::string in_all_warps = "rem.u32 %r0, %r0, 32;\n" + whole_then_some;

void expect_whole_then_some(const std::vector<std::uint32_t>& out) {
  for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i < 10 ? 20 * i : 0) << i;
}

TEST(DivergentWrites, EveryCompressedRegisterHasItsMove) {
  PtxRun run(whole_then_some, "warped_compression");
  expect_whole_then_some(run.run(32, 32));
  EXPECT_EQ(run.sm("injected_moves"), 20);
  EXPECT_EQ(run.sm("register_file.partial_writes"), 20);
}

/// Each warp of an SM has an instruction in the collectors that waits for a MOV. With two units, only the
/// unit that is reserved for MOVs lets them continue.
TEST(DivergentWrites, InstructionsThatWaitDoNotKeepTheMovesOut) {
  for (const unsigned units : {16u, 2u}) {
    GpuConfig config = PtxRun::one_sm();
    config.sm.collectors.units = units;
    config.no_progress_cycles = 50'000;
    const auto found = in_child(3, [&] {
      PtxRun run(in_all_warps, "warped_compression", config);
      const auto out = run.run(1024, 32);
      return std::vector<double>{double(out[9]), double(out[10]), run.sm("injected_moves")};
    });
    EXPECT_EQ(found, (std::vector<double>{180, 0, 32 * 20})) << units;
  }
}

TEST(DivergentWrites, ALoadOfTwoRegistersHasTwoMoves) {
  PtxRun run(
      "mov.u32 %r1, 1;\nmov.u32 %r2, 2;\nsetp.lt.u32 %p1, %r0, 4;\nst.global.v2.u32 [%rd1], {%r1, %r2};\n"
      "mov.u32 %r1, 7;\nmov.u32 %r2, 8;\n@%p1 ld.global.v2.u32 {%r1, %r2}, [%rd1];\n"
      "add.s32 %r1, %r1, %r2;\n" +
          store_r1,
      "warped_compression");
  const auto out = run.run(32, 32);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 4 ? 3 : 15) << i;
  EXPECT_EQ(run.sm("injected_moves"), 2);
}

/// A memory instruction waits for its MOVs before it takes a collector unit; where its registers are not
/// known then, in the unit.
TEST(DivergentWrites, ALoadTakesNoCollectorWhileItWaitsForItsMove) {
  const std::string body = "setp.lt.u32 %p1, %r0, 4;\nst.global.u32 [%rd1], 1;\n" +
                           repeated(10, "mov.u32 %r1, 7;\n@%p1 ld.global.u32 %r1, [%rd1];\n") + store_r1;
  const auto moves = [&](const std::string& techniques) {
    return in_child(5, [&] {
      PtxRun run(body, techniques);
      const auto out = run.run(32, 32);
      return std::vector<double>{double(out[3]), double(out[4]), run.sm("injected_moves"),
                                 run.sm("register_file.moves_to_held"),
                                 run.sm("register_file.held_for_moves")};
    });
  };
  EXPECT_EQ(moves("warped_compression"), (std::vector<double>{1, 7, 10, 0, 0}));
  const auto renamed = moves("warped_compression,register_virtualization");
  EXPECT_EQ(std::vector<double>(renamed.begin(), renamed.end() - 1), (std::vector<double>{1, 7, 10, 10}));
  EXPECT_GT(renamed[4], 10);
}

/// A divergent write is detected while the operands are read: an instruction that needs no MOV is as fast as
/// without compression, apart from the decompression of its operands.
TEST(DivergentWrites, WithoutAMoveTakeNoTimeOfTheirOwn) {
  const auto each = [&](const std::string& technique) {
    return cycles_each("setp.lt.u32 %p1, %r0, 10;\nmul.lo.u32 %r1, %r0, %r0;\n@%p1 add.s32 %r1, %r1, %r0;\n",
                       [](unsigned) { return "@%p1 add.s32 %r1, %r1, %r0;"; }, 32, PtxRun::one_sm(),
                       technique, {});
  };
  EXPECT_NEAR(each("warped_compression") - each(""), 1, end_effects);
}

TEST(DivergentWrites, MergedOnesLeaveTheRegisterCompressed) {
  PtxRun run(whole_then_some, "warped_compression", PtxRun::one_sm(), merging);
  expect_whole_then_some(run.run(32, 32));
  EXPECT_EQ(run.sm("injected_moves"), 0);
  EXPECT_EQ(run.sm("register_file.partial_writes"), 0);
  // %r1 is 0 to 9 in lanes 0 to 9 and 0 in the others, so all deltas fit a byte.
  EXPECT_EQ(run.sm("register_file.warped_compression.merged_base4_delta1"), 20);
}

TEST(DivergentWrites, WaitForABufferToMergeIn) {
  const auto stalls = [&](unsigned buffers, bool skipping = true) {
    GpuConfig config = PtxRun::one_sm();
    config.skip_idle_cycles = skipping;
    config.sm.merge_buffers = buffers;
    return in_child(4, [&] {
      PtxRun run(in_all_warps, "warped_compression", config, merging);
      const auto out = run.run(1024, 32);
      return std::vector<double>{double(out[9]), double(out[10]), run.sm("merge_buffer_stalls"),
                                 run.cycles()};
    });
  };
  const auto few = stalls(4), many = stalls(64);
  EXPECT_EQ(few[0], 180);
  EXPECT_EQ(few[1], 0);
  EXPECT_GT(few[2], 0);
  EXPECT_EQ(many[2], 0);
  EXPECT_GT(few[3], many[3]);
  EXPECT_EQ(stalls(4, false), few) << "cycles in which the SM sleeps count, too";
}

const std::vector<std::string> by_thread{"warped_compression.divergence=thread"};

TEST(DivergentWrites, OfThreadsThatAreCompressedByThemselvesTouchNothingElse) {
  PtxRun run(whole_then_some, "warped_compression", PtxRun::one_sm(), by_thread);
  expect_whole_then_some(run.run(32, 32));
  EXPECT_EQ(run.sm("injected_moves"), 0);
  EXPECT_EQ(run.sm("register_file.partial_writes"), 20);
  EXPECT_EQ(run.sm("register_file.warped_compression.lanes_bytes1"), 20);
  EXPECT_EQ(run.sm("register_file.warped_compression.held_bytes1"), 20);
}

/// Lanes 0 to 3 become wider than the others, whose upper bytes were never written, and then narrow again,
/// while the register keeps its banks; a write of all lanes makes the register small.
const std::string wide_then_narrow =
    "and.b32 %r2, %r0, 31;\nsetp.lt.u32 %p1, %r2, 4;\nsub.s32 %r1, %r2, 20;\n@%p1 mov.u32 %r1, 0x12345678;\n"
    "add.s32 %r3, %r1, 0;\n@%p1 mov.u32 %r1, -300;\nadd.s32 %r3, %r3, %r1;\n@%p1 mov.u32 %r1, 5;\n"
    "add.s32 %r3, %r3, %r1;\nmov.u32 %r1, 1;\nadd.s32 %r1, %r3, %r1;\n" +
    store_r1;

TEST(DivergentWrites, MakeSingleThreadsWideAndNarrow) {
  for (const bool gates : {false, true}) {
    const auto found = in_child(64 + 4, [&] {
      GpuConfig config = PtxRun::one_sm();
      config.sm.power_gating = gates;
      PtxRun run(wide_then_narrow, "warped_compression", config, by_thread);
      const auto out = run.run(64, 64);
      std::vector<double> values(out.begin(), out.end());
      for (unsigned n = 1; n <= 4; ++n)
        values.push_back(run.sm(fmt::format("register_file.warped_compression.held_bytes{}", n)));
      return values;
    });
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(static_cast<std::uint32_t>(found[i]),
                i % 32 < 4 ? 0x12345678u - 300 + 5 + 1 : 3 * (i % 32 - 20u) + 1)
          << i;
    // In each of two warps: one write of a wide value, and two of narrow values after which the register
    // still counts as wide.
    EXPECT_EQ(std::vector<double>(found.begin() + 64, found.end()), (std::vector<double>{0, 0, 0, 6}));
  }
}

GpuConfig gated(unsigned wake_up, unsigned rows = 256) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.power_gating = true;
  config.sm.power_gate = {rows, wake_up};
  return config;
}

TEST(PowerGating, KeepsWhatIsInUse) {
  for (const unsigned rows : {64u, 256u}) {
    const auto found = in_child(4, [&] {
      PtxRun run(in_all_warps, "warped_compression", gated(10, rows));
      const auto out = run.run(1024, 32);
      return std::vector<double>{double(out[9]), double(out[10]), run.sm("register_file.power.wake_ups"),
                                 run.sm("register_file.power.domains")};
    });
    EXPECT_EQ(found[0], 180);
    EXPECT_EQ(found[1], 0);
    EXPECT_GT(found[2], 0);
    EXPECT_EQ(found[3], 32 * 256 / rows);
  }
}

/// One warp has all its registers in <4,0>, so that only the first bank of a cluster is ever used.
TEST(PowerGating, BanksThatNothingIsWrittenToStayOff) {
  PtxRun run("mov.u32 %r1, 7;\n" + repeated(50, "add.s32 %r1, %r1, %r1;\n"), "warped_compression", gated(10));
  run.run(32, 32);
  const auto bank = [&](unsigned b) {
    return run.sm(fmt::format("register_file.power.gated_cycles_bank{}", b));
  };
  double all = 0;
  for (unsigned b = 0; b < register_banks; ++b) all += bank(b);
  EXPECT_EQ(all, run.sm("register_file.power.gated_domain_cycles"));
  for (unsigned b = 5; b < 8; ++b) EXPECT_EQ(bank(b), run.cycles()) << b;
  EXPECT_LT(run.sm("register_file.power.gated_domain_cycles"), 32 * run.cycles());
}

/// The first warp ends with the write of an uncompressed register; the second one runs on for long with small
/// registers.
TEST(PowerGating, AWarpThatItsLastWriteEndsHoldsNoBank) {
  PtxRun run(
      "setp.ge.u32 %p1, %r0, 32;\n@%p1 bra LONG;\nmul.lo.u32 %r1, %r0, 19088743;\nret;\nLONG:\n"
      "mov.u32 %r2, 1;\n" +
          repeated(300, "add.s32 %r2, %r2, %r2;\n"),
      "warped_compression", gated(0));
  run.run(64, 64);
  for (unsigned c = 0; c < clusters; ++c)
    EXPECT_GT(run.sm(fmt::format("register_file.power.gated_cycles_bank{}", c * cluster_banks + 7)),
              0.8 * run.cycles())
        << c;
}

TEST(PowerGating, PlainRegistersLetTheBanksOfUnusedClustersSleepOnly) {
  PtxRun run("mov.u32 %r1, 7;\n" + repeated(50, "add.s32 %r1, %r1, %r1;\n"), "", gated(10));
  run.run(32, 32);
  for (unsigned c = 0; c < clusters; ++c)
    for (unsigned b = 1; b < cluster_banks; ++b)
      EXPECT_EQ(run.sm(fmt::format("register_file.power.gated_cycles_bank{}", c * cluster_banks + b)),
                run.sm(fmt::format("register_file.power.gated_cycles_bank{}", c * cluster_banks)));
}

/// The result of a chain's only instruction that writes to a cluster for the first time is late by the time
/// that its bank takes to wake.
TEST(PowerGating, AWriteWaitsUntilItsBankIsAwake) {
  const auto cycles = [](unsigned wake_up) { return cycles_of("mov.u32 %r1, 7;\n", 32, gated(wake_up)); };
  const double immediate = cycles(0);
  for (const unsigned wake_up : {1u, 10u, 40u}) {
    const double late = cycles(wake_up) - immediate;
    EXPECT_GE(late, wake_up) << wake_up;
    EXPECT_LE(late, 4 * wake_up) << wake_up;  // at most a chain through all four clusters
  }
}

/// One warp moves 0 and ~0 to and fro without compression: each write after the first toggles all wires of
/// its cluster.
TEST(BankWires, CountTheBitsThatChange) {
  const auto toggles = [](unsigned n) {
    return in_child(2, [&] {
      GpuConfig config = PtxRun::one_sm();
      config.sm.value_statistics = true;
      PtxRun run("mov.u32 %r1, 0;\n" + repeated(n, "not.b32 %r1, %r1;\n"), "", config);
      run.run(32, 32);
      return std::vector<double>{run.sm("register_file.wires.toggles"), run.sm("register_file.wires.driven")};
    });
  };
  const auto few = toggles(10), many = toggles(30);
  // 20 times a read and a write of 1024 wires each; the other registers of this cluster are not accessed
  // meanwhile.
  EXPECT_EQ(many[0] - few[0], 20 * 2 * 1024);
  EXPECT_EQ(many[1] - few[1], 20 * 2 * 1024);
}

TEST(PowerGating, RefusesARegisterFileThatIsNotTheGates) {
  GpuConfig config = gated(10);
  config.sm.registers = 2048;
  try {
    PtxRun run("mov.u32 %r1, 7;\n", "", config);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("2048"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::register_encoding_test
