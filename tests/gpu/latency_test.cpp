// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tests/gpu/in_child.hpp"

namespace heddle::latency_test {
namespace {

/// The cycles from issue to issue of dependent instructions, besides the latency of the operation: issue,
/// bank arbiter, bank, collector (4 cycles up to dispatch); result bus with write-back buffer, bank arbiter,
/// bank (3 more).
constexpr unsigned around = 7;

struct Chain {
  const char *name, *prologue, *instruction;
  unsigned latency;
};
void PrintTo(const Chain& c, std::ostream* out) { *out << c.name; }

class DependentIssue : public testing::TestWithParam<Chain> {};

/// The latencies of GPGPU-Sim's SM2_GTX480, measured between dependent instructions of one warp. A 64-bit
/// result occupies its result bus twice, which adds a cycle.
TEST_P(DependentIssue, ComesAfterTheLatencyOfTheOperation) {
  const Chain& c = GetParam();
  const double each = cycles_each(
      c.prologue, [&](unsigned) { return c.instruction; }, 32, PtxRun::one_sm());
  const bool wide = std::string(c.instruction).find("64") != std::string::npos;
  EXPECT_NEAR(each, around + c.latency + wide, end_effects);
}
constexpr const char* number = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, 7;\n";
constexpr const char* real = "cvt.rn.f32.u32 %f1, %r0;\n";
constexpr const char* wide = ".reg .f64 %fd<2>;\ncvt.rn.f64.u32 %fd1, %r0;\n";
INSTANTIATE_TEST_SUITE_P(
    Latency, DependentIssue,
    testing::Values(Chain{"int_add", number, "add.s32 %r1, %r1, 3;", 4},
                    Chain{"int_logic", number, "xor.b32 %r1, %r1, 3;", 4},
                    Chain{"int_max", number, "max.s32 %r1, %r1, 3;", 13},
                    Chain{"int_mul", number, "mul.lo.s32 %r1, %r1, 3;", 4},
                    Chain{"int_mad", number, "mad.lo.s32 %r1, %r1, 3, 5;", 5},
                    Chain{"int_div", number, "div.s32 %r1, %r1, 3;", 145},
                    Chain{"fp_add", real, "add.f32 %f1, %f1, 0f3f800000;", 4},
                    Chain{"fp_max", real, "max.f32 %f1, %f1, 0f3f800000;", 13},
                    Chain{"fp_mul", real, "mul.f32 %f1, %f1, 0f3f800000;", 4},
                    Chain{"fp_mad", real, "fma.rn.f32 %f1, %f1, 0f3f800000, 0f3f800000;", 5},
                    Chain{"fp_div", real, "div.rn.f32 %f1, %f1, 0f3f800000;", 39},
                    Chain{"special", real, "sin.approx.f32 %f1, %f1;", 20},
                    Chain{"dp_add", wide, "add.f64 %fd1, %fd1, 0d3ff0000000000000;", 8},
                    Chain{"dp_max", wide, "max.f64 %fd1, %fd1, 0d3ff0000000000000;", 19},
                    Chain{"dp_mul", wide, "mul.f64 %fd1, %fd1, 0d3ff0000000000000;", 8},
                    Chain{"dp_mad", wide, "fma.rn.f64 %fd1, %fd1, 0d3ff0000000000000, 0d3ff0000000000000;",
                          8},
                    Chain{"dp_div", wide, "div.rn.f64 %fd1, %fd1, 0d3ff0000000000000;", 330}),
    [](const auto& info) { return info.param.name; });

struct Rate {
  const char *name, *type, *first, *instruction;  ///< register names; their first value; {}: the register
  double cycles;                                  ///< that an instruction takes
};
void PrintTo(const Rate& r, std::ostream* out) { *out << r.name; }

class InitiationInterval : public testing::TestWithParam<Rate> {};

/// Independent instructions, eight chains in each of eight warps, occupy their pipeline for the initiation
/// interval.
TEST_P(InitiationInterval, LimitsTheRate) {
  const Rate& r = GetParam();
  GpuConfig config = PtxRun::one_sm();
  config.sm.sp_units = 1;
  const auto on = [](const char* text, unsigned k) { return fmt::format(fmt::runtime(text), k % 8); };
  std::string prologue = fmt::format(".reg .{} %x<8>;\n", r.type);
  for (unsigned k = 0; k < 8; ++k) prologue += on(r.first, k);
  const double each = cycles_each(
                          prologue, [&](unsigned k) { return on(r.instruction, k); }, 256, config) /
                      8;
  EXPECT_NEAR(each, r.cycles, 0.02 * r.cycles);
}
constexpr const char* from_thread = "mov.u32 %x{0}, %r0;\n";
constexpr const char* real_thread = "cvt.rn.f32.u32 %x{0}, %r0;\n";
constexpr const char* wide_thread = "cvt.rn.f64.u32 %x{0}, %r0;\n";
INSTANTIATE_TEST_SUITE_P(
    Latency, InitiationInterval,
    testing::Values(Rate{"int_add", "b32", from_thread, "add.s32 %x{0}, %x{0}, 3;", 1},
                    Rate{"int_max", "b32", from_thread, "max.s32 %x{0}, %x{0}, 3;", 2},
                    Rate{"int_mul", "b32", from_thread, "mul.lo.s32 %x{0}, %x{0}, 3;", 2},
                    Rate{"int_mad", "b32", from_thread, "mad.lo.s32 %x{0}, %x{0}, 3, 5;", 1},
                    Rate{"int_div", "b32", from_thread, "div.s32 %x{0}, %x{0}, 3;", 8},
                    Rate{"fp_mul", "f32", real_thread, "mul.f32 %x{0}, %x{0}, 0f3f800000;", 1},
                    Rate{"fp_div", "f32", real_thread, "div.rn.f32 %x{0}, %x{0}, 0f3f800000;", 4},
                    Rate{"special", "f32", real_thread, "ex2.approx.f32 %x{0}, %x{0};", 8},
                    Rate{"dp_add", "f64", wide_thread, "add.f64 %x{0}, %x{0}, 0d3ff0000000000000;", 8},
                    Rate{"dp_max", "f64", wide_thread, "max.f64 %x{0}, %x{0}, 0d3ff0000000000000;", 16},
                    Rate{"dp_div", "f64", wide_thread, "div.rn.f64 %x{0}, %x{0}, 0d3ff0000000000000;", 130}),
    [](const auto& info) { return info.param.name; });

/// Two SP pipelines give two registers a cycle; a single result bus carries one, less the bubbles of
/// pipelines that wait for it. A 64-bit result needs the bus twice.
TEST(ResultBus, CarriesOneRegisterACycle) {
  const auto cycles = [](const char* type, unsigned buses) {
    GpuConfig config = PtxRun::one_sm();
    config.sm.result_buses = buses;
    const auto on = [&](const char* text, unsigned k) {
      return fmt::format(fmt::runtime(text), type, k % 8);
    };
    std::string prologue = fmt::format(".reg .{} %x<8>;\n", type);
    for (unsigned k = 0; k < 8; ++k) prologue += on("cvt.{0}.u32 %x{1}, %r0;\n", k);
    return cycles_each(
               prologue, [&](unsigned k) { return on("add.{0} %x{1}, %x{1}, 3;", k); }, 256, config) /
           8;
  };
  const double narrow = cycles("u32", 1), wide = cycles("u64", 1);
  EXPECT_GE(narrow, 1);
  EXPECT_LT(narrow, 1.2);
  EXPECT_LT(cycles("u32", 2), 0.6);
  EXPECT_GE(wide, 2);
  EXPECT_LT(wide, 2.4);
}

TEST(ResultBus, CountsTheResultsThatWait) {
  const auto stalls = [](unsigned buses) {
    return in_child(1, [&] {
      GpuConfig config = PtxRun::one_sm();
      config.sm.result_buses = buses;
      std::string body;
      for (unsigned k = 0; k < 100; ++k) body += "add.s32 %r1, %r1, 3;\n";
      PtxRun run(body, "", config);
      run.run(1024, 32);
      return std::vector{run.sm("result_bus_stalls")};
    })[0];
  };
  EXPECT_GT(stalls(1), 100);
  EXPECT_EQ(stalls(8), 0);
}

}  // namespace
}  // namespace heddle::latency_test
