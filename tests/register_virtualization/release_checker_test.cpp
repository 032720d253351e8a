// SPDX-License-Identifier: Apache-2.0
// All workloads run by their release plans; plans that release too early are detected.
#include "models/register_virtualization/release_checker.hpp"

#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "models/register_virtualization/simt_liveness.hpp"
#include "models/register_virtualization/source_groups.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::release_checker_test {
namespace {

const Workload& workload(const std::string& name) { return Registry<Workload>::instance().find(name); }

ReleaseCheckedDevice::Planner resident(std::uint32_t warps) {
  return [=](const LaunchRequest& r) { return plan_releases(r.kernel, {}, warps); };
}

class EachWorkload : public testing::TestWithParam<std::string> {};

TEST_P(EachWorkload, ReadsNothingAfterItsRelease) {
  const Workload& subject = workload(GetParam());
  for (const std::string& variant : subject.variants())
    // For one warp all registers are renamed, for 200 warps only 4.
    for (const std::uint32_t warps : {1u, 200u}) {
      SCOPED_TRACE(fmt::format("{}, {} warps", variant, warps));
      FunctionalDevice inner;
      ReleaseCheckedDevice device(inner, resident(warps));
      const WorkloadResult result = subject.run(device, {.small = true, .variant = variant});
      EXPECT_TRUE(result.passed()) << result.first;
      EXPECT_EQ(device.counts().instructions, inner.warp_instructions());
      EXPECT_GE(device.counts().pirs * flags_of_pir, device.counts().instructions);
    }
}

INSTANTIATE_TEST_SUITE_P(All, EachWorkload, testing::ValuesIn(Registry<Workload>::instance().names()),
                         [](const auto& info) { return info.param; });

/// Returns the problem of a kernel that runs with these release points, or an empty one.
Problem outcome(const std::function<void(Device&)>& run, std::size_t code_size,
                const std::function<void(const ptx::Kernel&, ReleasePoints&)>& damage) {
  FunctionalDevice inner;
  ReleaseCheckedDevice device(inner, [&](const LaunchRequest& r) {
    ReleasePlan plan = plan_releases(r.kernel, {}, 1);
    EXPECT_TRUE(code_size == 0 || plan.kernel.code.size() == code_size);
    damage(plan.kernel, plan.points);
    plan.program = ReleaseProgram(plan.points);
    return plan;
  });
  try {
    run(device);
  } catch (const Error& e) {
    return e.problem();
  }
  return {};
}

/// Moves a release to an earlier read, on all paths from which a lane still reads the register afterwards:
/// every such plan must fail when these reads are executed.
TEST(ReleaseChecker, EveryReleaseThatIsMovedToAnEarlierReadIsFound) {
  const ptx::Kernel kernel = one_kernel(".param .u64 out", R"(
    .reg .b64 %a, %o; .reg .b32 %i, %n, %s, %t, %x; .reg .pred %p;
    ld.param.u64 %a, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %a, %a, %o;
    mov.u32 %s, 0; mov.u32 %i, 0; and.b32 %n, %t, 3; add.u32 %n, %n, 1;
  Loop:
    mul.lo.u32 %x, %i, %t; add.u32 %s, %s, %x;
    setp.gt.u32 %p, %t, 15; @%p bra Upper;
    add.u32 %s, %s, %n; bra Meet;
  Upper: sub.u32 %s, %s, %t;
  Meet: add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n; @%p bra Loop;
    add.u32 %s, %s, %n; add.u32 %s, %s, %t;
    st.global.u32 [%a], %s; ret;)");
  const auto run = [&](Device& device) {
    const DevicePointer out = device.allocate(128);
    device.launch_with(kernel, {1}, {32}, out);
  };
  EXPECT_EQ(outcome(run, kernel.code.size(), [](auto&, auto&) {}).what, "");
  const ReleasePoints right = release_points(kernel.code);
  const SimtLiveness live = simt_liveness(kernel.code, code_flow(kernel.code));
  unsigned early = 0;
  for (std::size_t i = 0; i < kernel.code.size(); ++i) {
    const auto groups = source_groups(kernel.code[i]);
    for (unsigned k = 0; k < flagged_operands; ++k) {
      if (groups[k] == 0 || (right.flags[i] >> k & 1) != 0) continue;
      RegisterSet written = 0;
      for (unsigned d = 0; d < kernel.code[i].destination_count; ++d)
        written |= only(kernel.code[i].destinations[d]);
      if ((groups[k] & written) != 0) continue;  // all lanes that read it also write it
      const Problem p = outcome(run, kernel.code.size(), [&](auto&, ReleasePoints& points) {
        points.flags[i] |= static_cast<std::uint8_t>(1u << k);
      });
      EXPECT_NE(p.what.find("kernel 'k' reads register"), std::string::npos)
          << "instruction " << i << ", operand " << k << " in line " << kernel.code[i].line;
      EXPECT_NE((live.out[i] | live.held[i]) & groups[k], 0u);
      ++early;
    }
  }
  EXPECT_GE(early, 8u);
}

TEST(ReleaseChecker, ThePerThreadRuleFailsUnderDivergence) {
  // Both paths read %t for the last time. For a thread, each may release it; in a warp, the first may not.
  const ptx::Kernel kernel = one_kernel(".param .u64 out, .param .u32 limit", R"(
    .reg .b64 %a; .reg .b32 %t, %x, %n; .reg .pred %p;
    ld.param.u64 %a, [out]; ld.param.u32 %n, [limit]; mov.u32 %t, %tid.x;
    setp.ge.u32 %p, %t, %n; @%p bra Upper;
    add.u32 %x, %t, 1; bra Meet;
  Upper: add.u32 %x, %t, 2;
  Meet: st.global.u32 [%a], %x; ret;)");
  const auto run_with = [&](std::uint32_t limit) {
    return [&, limit](Device& device) {
      const DevicePointer out = device.allocate(4);
      device.launch_with(kernel, {1}, {32}, out, limit);
    };
  };
  const auto per_thread = [](const ptx::Kernel& k, ReleasePoints& points) {
    for (std::size_t i = 0; i < k.code.size(); ++i) {
      const auto text = k.code[i].line;
      if ((text == 9 || text == 10) && k.code[i].source_count == 1) points.flags[i] |= 1;
    }
  };
  const auto nothing = [](const ptx::Kernel&, ReleasePoints&) {};
  EXPECT_EQ(outcome(run_with(16), 0, nothing).what, "");
  const Problem p = outcome(run_with(16), 0, per_thread);
  EXPECT_NE(p.what.find("after its release"), std::string::npos) << p.what;
  EXPECT_NE(p.place.find("k.ptx:9"), std::string::npos) << p.place;  // the lanes that jump run first
  EXPECT_NE(p.value.find("warp 0, lanes 0x0000ffff"), std::string::npos) << p.value;
  // Where all lanes take the same path, the error has no effect: it is an error about divergence.
  EXPECT_EQ(outcome(run_with(0), 0, per_thread).what, "");
  EXPECT_EQ(outcome(run_with(32), 0, per_thread).what, "");
}

TEST(ReleaseChecker, ThePerThreadRuleFailsInManyWorkloads) {
  // Releases what one thread no longer needs, without regard to the warp's other lanes.
  const auto per_thread = [](const ptx::Kernel& k, ReleasePoints& points) {
    const SimtLiveness live = simt_liveness(k.code, code_flow(k.code));
    for (std::size_t i = 0; i < k.code.size(); ++i) {
      const ptx::Instruction& at = k.code[i];
      const auto groups = source_groups(at);
      const RegisterSet stays = live.out[i] | set_of(std::span(at.destinations).first(at.destination_count));
      for (unsigned n = 0; n < flagged_operands; ++n)
        if (groups[n] != 0 && (groups[n] & stays) == 0) points.flags[i] |= static_cast<std::uint8_t>(1u << n);
    }
  };
  unsigned failed = 0;
  for (const std::string& name : Registry<Workload>::instance().names()) {
    const auto run = [&](Device& device) { workload(name).run(device, {.small = true}); };
    const Problem p = outcome(run, 0, per_thread);
    EXPECT_TRUE(p.what.empty() || p.what.find("after its release") != std::string::npos) << p.what;
    failed += !p.what.empty();
  }
  EXPECT_GE(failed, 10u);
}

TEST(ReleaseChecker, AReleaseAtAHeadThatIsTooEarlyIsFound) {
  unsigned found = 0;
  for (const std::string name : {"pathfinder", "reduction", "lud", "bfs", "suffix_match"}) {
    const auto run = [&](Device& device) { workload(name).run(device, {.small = true}); };
    // At the last block head of each kernel at which some register is live, all registers are released.
    const Problem p = outcome(run, 0, [](const ptx::Kernel& k, ReleasePoints& points) {
      const SimtLiveness live = simt_liveness(k.code, code_flow(k.code));
      for (std::size_t i = k.code.size(); i-- > 0;)
        if (points.head[i] && live.in[i] != 0) {
          points.ahead[i] |= live.in[i];
          return;
        }
    });
    EXPECT_NE(p.what.find("after its release"), std::string::npos) << name;
    found += !p.what.empty();
  }
  EXPECT_EQ(found, 5u);
}

}  // namespace
}  // namespace heddle::test::release_checker_test
