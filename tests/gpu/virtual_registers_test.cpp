// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::virtual_registers_test {
namespace {

const std::string technique = "register_virtualization";

/// Sums that are stored: each is written once and read once, and the last one is the thread's number plus 3 *
/// length.
std::string turns(unsigned length) {
  std::string body = "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n";
  for (unsigned k = 1; k <= length; ++k)
    body += fmt::format("add.s32 %r1, %r0, {};\nst.global.u32 [%rd3], %r1;\n", 3 * k);
  return body;
}

std::string setting(const char* key, unsigned value) {
  return fmt::format("register_virtualization.{}={}", key, value);
}

/// Returns statistics of the virtualization after a launch.
std::vector<double> counts(const std::vector<std::string>& names, const std::string& body, unsigned threads,
                           unsigned ctas, const std::vector<std::string>& set = {},
                           GpuConfig config = PtxRun::one_sm()) {
  return in_child(names.size() + 1, [&] {
    PtxRun run(body, technique, config, set);
    run.run(threads, threads * ctas, ctas);
    std::vector<double> found;
    for (const std::string& name : names) found.push_back(run.sm("register_file.virtualization." + name));
    found.push_back(run.cycles());
    return found;
  });
}

TEST(VirtualRegisters, ComputeTheSame) {
  PtxRun run(turns(10), technique);
  const auto out = run.run(64, 64);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], i + 30) << i;
}

/// Cycles that renaming adds to each of dependent instructions, with so many read ports a bank of the table.
double added(const char* instruction, unsigned ports) {
  const auto each = [&](const std::string& t, const std::vector<std::string>& set) {
    return cycles_each(
        "mov.u32 %r1, %tid.x;\n", [&](unsigned) { return instruction; }, 32, PtxRun::one_sm(), t, set);
  };
  return each(technique, {setting("table_ports", ports)}) - each("", {});
}

/// The table's answers reach the arbiter's request pins between two edges, so that a lookup costs one cycle.
TEST(VirtualRegisters, ALookupTakesOneCycle) {
  for (const unsigned ports : {1u, 2u, 4u}) EXPECT_NEAR(added("add.s32 %r1, %r1, 3;", ports), 1, 0.2);
}

/// What reads nothing has no request to send ahead: it starts in its collector a cycle later.
TEST(VirtualRegisters, AnInstructionWithoutSourcesTakesTwo) {
  EXPECT_NEAR(added("mov.u32 %r1, %laneid;", 4), 2, 0.2);
}

/// The physical register of a value is freed by the last read; the next write maps another one, or keeps this
/// one where it comes before the release is sent.
TEST(VirtualRegisters, GiveBackAllThatTheyTook) {
  const std::vector<std::string> names{"allocations", "releases", "registers_used", "kept_registers"};
  const auto few = counts(names, turns(20), 32, 1), many = counts(names, turns(60), 32, 1);
  EXPECT_EQ(few[0], few[1]);
  EXPECT_EQ(many[0] + many[3] - few[0] - few[3], 40);  // one physical register a sum
  EXPECT_EQ(many[1], many[0]);
  EXPECT_EQ(many[2], few[2]);  // more sums do not need more registers at once
  EXPECT_LT(few[2], 16);
}

/// The code of turns(20) has two instructions of its own, the sums and their stores, and the instructions
/// that PtxRun adds.
TEST(VirtualRegisters, TellHowMuchOfTheCodeIsFlags) {
  const std::vector<std::string> names{"static_instructions", "static_flag_instructions", "pir_decoded",
                                       "pbr_decoded"};
  const auto few = counts(names, turns(20), 32, 1, {setting("flag_entries", 0)});
  const auto many = counts(names, turns(38), 32, 1, {setting("flag_entries", 0)});
  EXPECT_EQ(many[0] - few[0], 36);
  EXPECT_EQ(many[1] - few[1], 2) << "a pir for 18 instructions";
  EXPECT_EQ(few[1], few[2] + few[3]) << "one warp passes each word once";
  const auto twice = counts(names, turns(20), 64, 3);
  EXPECT_EQ(twice[0], few[0]) << "whoever runs it";
  EXPECT_EQ(twice[1], few[1]);
}

/// At most, each of 12 warps has registers for all its live values, and no warp has more than the kernel
/// needs.
TEST(VirtualRegisters, TellHowManyAreLiveAtMost) {
  const auto one = counts({"live_registers_most", "registers_used", "registers_claimed"}, turns(20), 32, 1);
  const auto many = counts({"live_registers_most", "registers_used", "registers_claimed"}, turns(20), 384, 1);
  EXPECT_GT(one[0], 0);
  EXPECT_LE(one[0], one[1]) << "those that are on their way back were used, too";
  EXPECT_LE(one[0], one[2]);
  EXPECT_GT(many[0], 6 * one[0]);
  EXPECT_LE(many[0], 12 * one[0]);
}

/// Without the compiler's flags a register stays mapped until its warp ends.
TEST(VirtualRegisters, WithoutFlagsAreGivenBackAtTheEndOfTheWarp) {
  const std::vector<std::string> by_hardware{"register_virtualization.release=end"};
  const std::vector<std::string> names{"allocations", "releases", "pir_decoded", "pbr_decoded",
                                       "kept_registers"};
  const auto with = counts(names, turns(60), 32, 1), without = counts(names, turns(60), 32, 1, by_hardware);
  EXPECT_LT(without[0], 12);
  EXPECT_GT(with[0] + with[4], without[0] + 50);
  EXPECT_EQ(without[4], 0);
  EXPECT_EQ(without[0], without[1]);
  EXPECT_EQ(without[2] + without[3], 0);
}

/// Warps that reach the same pir share its flags; without a cache each warp decodes it (Jeon2015 section
/// 7.2).
TEST(VirtualRegisters, WarpsShareTheFlagsOfAPir) {
  const auto with = counts({"pir_decoded", "pir_hits"}, turns(100), 512, 1);
  const auto without = counts({"pir_decoded", "pir_hits"}, turns(100), 512, 1, {setting("flag_entries", 0)});
  EXPECT_EQ(without[1], 0);
  EXPECT_EQ(without[0], with[0] + with[1]);
  EXPECT_LT(with[0], without[0] / 4);
}

/// CTAs that together need more registers than there are take turns.
TEST(VirtualRegisters, AreThrottledWhenTheyAreFew) {
  const std::string body = turns(40);
  const auto enough = counts({"throttled_cycles"}, body, 512, 6);
  const auto few = counts({"throttled_cycles"}, body, 512, 6, {setting("registers", 144)});
  EXPECT_EQ(enough[0], 0);
  EXPECT_GT(few[0], 0);
}

/// Three CTAs fit into the SM, and a grid of two claims exactly the file: nobody has to be held back.
TEST(VirtualRegisters, AreNotThrottledWhereThoseOfTheGridFit) {
  const std::string body = turns(40);
  const unsigned registers = 2 * 8 * ptx::load_module(PtxRun::text(body), "test.ptx").front().registers;
  const auto exact = counts({"throttled_cycles"}, body, 256, 2, {setting("registers", registers)});
  const auto more = counts({"throttled_cycles"}, body, 256, 2, {setting("registers", 2 * registers)});
  EXPECT_EQ(exact[0], 0);
  EXPECT_EQ(exact[1], more[1]) << "cycles";
  EXPECT_GT(counts({"throttled_cycles"}, body, 256, 3, {setting("registers", registers)})[0], 0);
}

/// Flags that are decoded beside the instructions of their fetch leave it two instructions.
TEST(VirtualRegisters, FlagsThatAreDecodedInASlotTakeTime) {
  const std::string body = turns(60);
  const auto cycles = [&](const char* flags) {
    return counts({}, body, 512, 1,
                  {setting("flag_entries", 0), fmt::format("register_virtualization.flags={}", flags)})[0];
  };
  EXPECT_LT(cycles("beside"), cycles("slot"));
}

/// When one CTA needs more registers than there are, warps are spilled (Jeon2015 section 8.1, the corner
/// case).
TEST(VirtualRegisters, OfALargeCtaAreSpilledAndComeBack) {
  const auto few =
      counts({"spilled", "filled", "throttled_cycles"}, turns(40), 1024, 2, {setting("registers", 64)});
  EXPECT_GT(few[0], 0);
  EXPECT_EQ(few[0], few[1]);
  EXPECT_EQ(few[2], 0);
  PtxRun run(turns(40), technique, PtxRun::one_sm(), {setting("registers", 64)});
  const auto out = run.run(1024, 1024);
  for (unsigned i = 0; i < 1024; ++i) EXPECT_EQ(out[i], i + 120) << i;
}

/// Spilled registers lie behind the program's own local memory, where it may not access.
TEST(VirtualRegisters, SpilledAreNotTheProgramsToRead) {
  const std::string body =
      ".local .align 4 .b8 a[8];\nst.local.u32 [a+4], %r0;\nld.local.u32 %r9, [a+8];\n" + turns(40);
  PtxRun run(body, technique, PtxRun::one_sm(), {setting("registers", 64)});
  try {
    run.run(1024, 1024);
    FAIL() << "read what another holds";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("below 0x8, the thread's local memory"), std::string::npos)
        << e.what();
  }
}

/// The blocks rename two instructions a cycle and count for eight CTAs; other configurations are refused.
TEST(VirtualRegisters, AreRefusedWhereTheBlocksDoNotFit) {
  const auto error_of = [](const GpuConfig& config, const std::vector<std::string>& set) -> std::string {
    try {
      PtxRun run(turns(4), technique, config, set);
      run.run(1024, 1024);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  GpuConfig config = PtxRun::one_sm();
  config.sm.schedulers = 3;
  EXPECT_NE(error_of(config, {}).find("sm.schedulers"), std::string::npos);
  config = PtxRun::one_sm();
  config.sm.ctas = 9;
  EXPECT_NE(error_of(config, {}).find("sm.ctas"), std::string::npos);
  const std::vector<std::string> tiny{setting("registers", 64), setting("table_bytes", 64)};
  EXPECT_NE(error_of(PtxRun::one_sm(), tiny).find("too few physical registers"), std::string::npos);
}

/// Warps that poll an mbarrier never rest, and spilled ones come back only when all others do.
TEST(VirtualRegisters, AreNotSpilledWhereWarpsPollAnMbarrier) {
  const std::string body = R"(
    setp.eq.u32 %p0, %r0, 0; @%p0 mbarrier.init.shared.b64 [sh], 64; bar.sync 0;
    mbarrier.arrive.shared.b64 %rd6, [sh];
W:  mbarrier.test_wait.shared.b64 %p1, [sh], %rd6; @!%p1 bra W;
)" + turns(40);
  const auto text = [&] {
    std::string t = PtxRun::text(body);
    return t.replace(t.find("sm_50"), 5, "sm_80");
  }();
  StatGroup stats;
  SimulatedGpu gpu(PtxRun::one_sm(), techniques_of(technique, {setting("registers", 64)}), nullptr, stats);
  const ptx::Kernel kernel = ptx::load_module(text, "test.ptx").front();
  const DevicePointer out = gpu.allocate(4096);
  try {
    gpu.launch_with(kernel, {1}, {1024}, out);
    FAIL() << "warps were spilled";
  } catch (const ApiError& e) {
    for (const char* part : {"test.ptx:13", "poll an mbarrier", "register_virtualization.registers=64"})
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
  // A CTA that fits goes on.
  gpu.launch_with(kernel, {1}, {64}, out);
  EXPECT_EQ(gpu.download<std::uint32_t>(out, 1)[0], 120u);
}

/// There is no deadlock, however few registers there are and whichever warp the scheduler prefers: the
/// results are right with every file size, from what few warps need to what all warps need.
struct Pressure {
  std::string workload, scheduler;
  unsigned registers;
};
void PrintTo(const Pressure& p, std::ostream* out) {
  *out << p.workload << " " << p.scheduler << " " << p.registers;
}
class UnderPressure : public testing::TestWithParam<Pressure> {};

TEST_P(UnderPressure, EveryCtaFinishes) {
  const Pressure& p = GetParam();
  StatGroup stats;
  GpuConfig config;
  config.sms = 1;
  config.sm.scheduler = p.scheduler;
  config.no_progress_cycles = 20'000;
  SimulatedGpu gpu(config, techniques_of(technique, {setting("registers", p.registers)}), nullptr, stats);
  WorkloadOptions options;
  options.small = true;
  const WorkloadResult result = Registry<Workload>::instance().find(p.workload).run(gpu, options);
  EXPECT_TRUE(result.passed()) << result.first;
  const auto count = [&](const std::string& name) {
    return stats.number("sm0.register_file.virtualization." + name);
  };
  EXPECT_GT(count("throttled_cycles") + count("spilled"), 0);
  EXPECT_EQ(count("spilled"), count("filled"));
  EXPECT_EQ(count("allocations"), count("releases"));
}
std::vector<Pressure> pressures() {
  std::vector<Pressure> all;
  for (const char* workload : {"matmul", "pathfinder", "hotspot", "reduction"})
    for (const char* scheduler : {"gto", "lrr", "two_level"})
      for (const unsigned registers : {96u, 160u, 320u, 352u, 400u})
        all.push_back({workload, scheduler, registers});
  return all;
}
INSTANTIATE_TEST_SUITE_P(VirtualRegisters, UnderPressure, testing::ValuesIn(pressures()));

/// Skipping idle cycles changes no statistic.
TEST(VirtualRegisters, SkippingIdleCyclesChangesNothing) {
  const auto run = [](bool skip) {
    GpuConfig config = PtxRun::one_sm();
    config.skip_idle_cycles = skip;
    config.sm.power_gating = true;
    config.sm.power_gate.rows_per_domain = 64;
    const auto names = {
        "allocations", "releases",    "lookups",          "lookup_conflicts", "pir_hits",
        "pir_decoded", "pbr_decoded", "throttled_cycles", "registers_used",   "live_register_cycles"};
    return counts({names.begin(), names.end()}, turns(50), 256, 8, {setting("registers", 128)}, config);
  };
  EXPECT_EQ(run(true), run(false));
}

}  // namespace
}  // namespace heddle::virtual_registers_test
