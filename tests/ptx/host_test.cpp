// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/program/memory_windows.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::host_test {
namespace {

template <class F>
Problem problem_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(MemoryMap, AllocationsAreAlignedApartAndFound) {
  MemoryMap map;
  EXPECT_EQ(map.nearest(0x1000'0000), nullptr);
  const auto a = map.allocate(1000), b = map.allocate(256), c = map.allocate(0), d = map.allocate(1);
  EXPECT_EQ(a, 0x1000'0000u);
  for (DevicePointer p : {b, c, d}) EXPECT_EQ(p % 256, 0u);
  EXPECT_GE(b, a + 1000 + 256);
  EXPECT_EQ(map.check(a, 1000)->address, a);
  EXPECT_EQ(map.check(a + 999, 1)->size, 1000u);
  EXPECT_EQ(map.check(a + 999, 2), nullptr);
  EXPECT_EQ(map.check(a + 1000, 1), nullptr);
  EXPECT_EQ(map.check(a - 1, 1), nullptr);
  EXPECT_EQ(map.check(b, ~0ull), nullptr);
  EXPECT_EQ(map.nearest(a + 1000)->address, a);
  EXPECT_EQ(map.nearest(5)->address, a);
}

TEST(MemoryMap, LimitAndWindowsAreKept) {
  MemoryMap small(1000);
  small.allocate(600);
  const Problem p = problem_of([&] { small.allocate(401); });
  EXPECT_EQ(p.what, "out of device memory");
  EXPECT_EQ(p.legal, "400 of 1000 bytes are free");
  small.allocate(400);

  MemoryMap large(std::uint64_t{1} << 40);
  for (int i = 0; i < 70; ++i) {
    const std::uint64_t size = 0x0400'0000;
    const DevicePointer address = large.allocate(size);
    EXPECT_TRUE(address + size <= ptx::MemoryWindows::local || address >= ptx::MemoryWindows::end);
  }
  EXPECT_GT(large.allocations().back().address, ptx::MemoryWindows::end);
}

TEST(FunctionalDevice, CopiesStayInsideAllocations) {
  FunctionalDevice device;
  const auto p = device.upload(std::vector<int>{1, 2, 3});
  EXPECT_EQ(device.download<int>(p + 4, 2), (std::vector<int>{2, 3}));
  EXPECT_EQ(device.download<int>(device.allocate(8), 2), (std::vector<int>{0, 0}));
  EXPECT_EQ(problem_of([&] { device.download<int>(p, 4); }).what, "copy outside device memory");
  EXPECT_EQ(problem_of([&] { device.download<int>(0, 1); }).value, "4 bytes at 0x0");
}

TEST(Launch, HasTheCtaThatTheKernelRequires) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(
      ".version 7.0\n.target sm_75\n.address_size 64\n.entry k() .reqntid 16, 2 { ret; }\n"
      ".entry most() .maxntid 16, 2 { ret; }\n",
      "k.ptx");
  const auto problem = [&](const char* kernel, Dim3 cta) {
    return problem_of([&] { module.function(kernel).launch({.grid = {1}, .cta = cta}); });
  };
  EXPECT_NO_THROW(module.function("k").launch({.grid = {3}, .cta = {16, 2}}));
  for (const Dim3 other : {Dim3{32}, Dim3{2, 16}, Dim3{16}, Dim3{16, 2, 2}})
    EXPECT_EQ(problem("k", other).legal, "16 x 2 x 1, as its .reqntid says");
  EXPECT_NO_THROW(module.function("most").launch({.grid = {1}, .cta = {32}}));
  EXPECT_EQ(problem("most", {33}).what, "launch of 'most': too many threads per CTA");
}

TEST(Launch, LimitsAndArguments) {
  FunctionalDevice device;
  const auto kernel = one_kernel(".param .u64 a, .param .u32 n", "ret;");
  const auto a = device.allocate(4);
  device.launch_with(kernel, {2}, {1024}, a, 1);
  const auto what = [&](Dim3 grid, Dim3 cta) {
    return problem_of([&] { device.launch_with(kernel, grid, cta, a, 1); }).what;
  };
  EXPECT_EQ(what({0}, {1}), "launch of 'k': grid dimension out of range");
  EXPECT_EQ(what({1}, {1, 0}), "launch of 'k': CTA dimension out of range");
  EXPECT_EQ(what({1}, {1025}), "launch of 'k': CTA dimension out of range");
  EXPECT_EQ(what({1}, {64, 32}), "launch of 'k': too many threads per CTA");
  for (const Dim3& grid :
       {Dim3{0x80000000u}, Dim3{1, 65'536}, Dim3{1, 1, 65'536}, Dim3{1u << 22, 1u << 22, 1u << 22}})
    EXPECT_EQ(what(grid, {1}), "launch of 'k': grid dimension out of range");
  EXPECT_EQ(what({1}, {1, 1, 65}), "launch of 'k': CTA dimension out of range");
  EXPECT_NO_THROW(device.launch_with(kernel, {1, 65'535}, {1, 1, 64}, a, 1));
  EXPECT_EQ(problem_of([&] { device.launch_with(kernel, {}, {}, a); }).what,
            "wrong number of arguments for 'k'");
  EXPECT_EQ(problem_of([&] { device.launch_with(kernel, {}, {}, a, 1, 2); }).value, "3");
  EXPECT_EQ(problem_of([&] { device.launch_with(kernel, {}, {}, a, 1.0); }).legal, "4 bytes");
  EXPECT_EQ(problem_of([&] { device.launch_with(kernel, {}, {}, 1, 1); }).what,
            "argument 1 of 'k' (a) has the wrong size");
  // A device pointer that does not fit the 32-bit parameter is refused, not truncated.
  EXPECT_EQ(problem_of([&] { device.launch_with(kernel, {}, {}, a, std::uint64_t{1} << 32); }).value,
            "8 bytes");
  const std::vector<std::byte> block(11);
  EXPECT_EQ(problem_of([&] { device.launch({.kernel = kernel, .arguments = block}); }).legal, "12 bytes");

  const auto large =
      one_kernel("", ".shared .align 4 .b8 s[50000]; .reg .b32 %r; ld.shared.u32 %r, [s]; ret;");
  EXPECT_EQ(problem_of([&] { device.launch_with(large, {}, {}); }).what,
            "launch of 'k': too much shared memory");
  const auto bounded = ptx::load_module(".entry k() .maxntid 64 { ret; }", "k.ptx").at(0);
  EXPECT_EQ(problem_of([&] { device.launch_with(bounded, {}, {65}); }).legal,
            "up to 64, as the kernel declares");
}

std::string access_body(const char* text) {
  return fmt::format(
      ".reg .b64 %a, %o; .reg .b32 %t; .reg .b32 %v; .reg .pred %p; .shared .align 4 .b8 s[64];\n"
      "ld.param.u64 %a, [a]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %a, %a, %o;\n"
      "{}\nret;",
      text);
}

TEST(Faults, AccessErrorsNamePlaceInstructionWarpLaneAndNearestAllocation) {
  FunctionalDevice device;
  const auto buffer = device.allocate(160);
  const auto fault = [&](const char* text) {
    const auto kernel = one_kernel(".param .u64 a", access_body(text));
    return problem_of([&] { device.launch_with(kernel, {}, {64}, buffer); });
  };
  const Problem load = fault("  ld.global.u32 %v, [%a];  // reads too far");
  EXPECT_EQ(load.place, "k.ptx:7: ld.global.u32 %v, [%a];");
  EXPECT_EQ(load.what, "out-of-bounds load of 4 bytes in global memory by warp 1, lane 8 of kernel 'k'");
  EXPECT_EQ(load.value, "0x100000a0");
  EXPECT_EQ(load.legal, "nearest allocation: 0x10000000 to 0x100000a0 (160 bytes)");
  EXPECT_EQ(fault("st.global.u32 [%a+-4], %v;").what,
            "out-of-bounds store of 4 bytes in global memory by warp 0, lane 0 of kernel 'k'");
  const Problem misaligned = fault("ld.global.u32 %v, [%a+2];");
  EXPECT_EQ(misaligned.what, "misaligned load of 4 bytes in global memory by warp 0, lane 0 of kernel 'k'");
  EXPECT_EQ(misaligned.legal, "a multiple of 4");
  EXPECT_EQ(fault("ld.global.v2.u32 {%v, %t}, [%a];").what,
            "misaligned load of 8 bytes in global memory by warp 0, lane 1 of kernel 'k'");
  const Problem shared = fault("mov.u32 %t, s; ld.shared.u32 %v, [%o];");
  EXPECT_EQ(shared.what, "out-of-bounds load of 4 bytes in shared memory by warp 0, lane 16 of kernel 'k'");
  EXPECT_EQ(shared.legal, "below 0x40, the CTA's shared memory");
  EXPECT_EQ(fault("cvta.shared.u64 %o, s; ld.u32 %v, [%o+64];").value, "0x40");
  // Lanes whose guard is false may have any address.
  const auto guarded =
      one_kernel(".param .u64 a", access_body("setp.lt.u32 %p, %t, 40; @%p ld.global.u32 %v, [%a];"));
  device.launch_with(guarded, {}, {64}, buffer);
}

TEST(Faults, BarrierThatLanesOfTheSameWarpNeverReach) {
  FunctionalDevice device;
  const auto kernel =
      one_kernel("", R"(.reg .b32 %t; .reg .pred %p; mov.u32 %t, %tid.x; setp.lt.u32 %p, %t, 34;
    @%p bra SKIP;
    bar.sync 0;
SKIP:
    bar.sync 0;
    ret;)");
  const Problem p = problem_of([&] { device.launch_with(kernel, {}, {96}); });
  EXPECT_EQ(p.place, "k.ptx:7: bar.sync 0;");
  EXPECT_EQ(p.what, "barrier deadlock in kernel 'k'");
  EXPECT_EQ(p.value,
            "waiting: warp 0 (barrier 0, line 9), warp 1 (barrier 0, line 7, without lanes 0 1), "
            "warp 2 (barrier 0, line 7)");
}

TEST(Faults, BarriersThatWarpsReachOrHaveEndedPassOn) {
  FunctionalDevice device;
  const auto to = device.allocate(4);
  // Warp 1 exits before the barrier; warp 0 writes behind it.
  const auto kernel =
      one_kernel(".param .u64 a", R"(.reg .b32 %t; .reg .pred %p; .reg .b64 %a; mov.u32 %t, %tid.x;
    setp.ge.u32 %p, %t, 32; @%p bra END; bar.sync 0; ld.param.u64 %a, [a]; st.global.u32 [%a], 7; END: ret;)");
  device.launch_with(kernel, {}, {64}, to);
  EXPECT_EQ(device.download<int>(to, 1)[0], 7);
}

TEST(Faults, EndlessLoopsEnd) {
  FunctionalDevice device({.max_instructions = 1000});
  const Problem p = problem_of([&] { device.launch_with(one_kernel("", "L: bra L;"), {}, {}); });
  EXPECT_EQ(p.what, "kernel 'k' does not end");
  EXPECT_EQ(p.place, "k.ptx:5: L: bra L;");
}

}  // namespace
}  // namespace heddle::test::host_test
