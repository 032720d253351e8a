// SPDX-License-Identifier: Apache-2.0
// CTAs start in the configured order, each exactly once, and no result depends on the order.
#include <algorithm>
#include <numeric>

#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::cta_order_test {
namespace {

/// Each CTA takes the next number n, and stores x + 16 y + 256 z of its position to word n + 1.
const std::string note_order = R"(
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %ctaid.z;
  mad.lo.u32 %r1, %r2, 16, %r1;
  mad.lo.u32 %r1, %r3, 256, %r1;
  atom.global.add.u32 %r4, [%rd1], 1;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2+4], %r1;)";

using Order = std::vector<std::uint32_t>;

/// One SM that holds one CTA.
GpuConfig one_at_a_time(CtaOrder order, const StallConfig& stalls = {}) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.ctas = 1;
  config.cta_order = order;
  config.stalls = stalls;
  return config;
}

Order order_of(PtxRun& run, const Dim3& grid) {
  const auto count = static_cast<std::uint32_t>(grid.count());
  const DevicePointer out = run.gpu.upload(Order(count + 1));
  run.gpu.launch_with(run.kernel, grid, {1}, out);
  Order all = run.gpu.download<std::uint32_t>(out, count + 1);
  EXPECT_EQ(all[0], count);
  all.erase(all.begin());
  return all;
}
/// A one-dimensional grid of CTAs, whose positions are x alone.
Order counting(std::uint32_t count) {
  Order all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}
const std::vector<std::uint32_t> counts{1, 2, 3, 7, 24, 1000};

TEST(CtaOrder, Linear) {
  PtxRun run(note_order, "", one_at_a_time(CtaOrder::linear));
  for (const std::uint32_t count : counts) EXPECT_EQ(order_of(run, {count}), counting(count));
  EXPECT_EQ(order_of(run, {2, 2, 2}), (Order{0, 1, 16, 17, 256, 257, 272, 273}));
}

/// A start that is up to so many cycles later, by a draw, moves time alone.
TEST(CtaStart, IsLaterByADrawAndChangesNoResult) {
  const auto run_with = [](unsigned delay, unsigned seed, bool skipping = true) {
    GpuConfig config = one_at_a_time(CtaOrder::linear);
    config.sm.cta_start_delay = delay;
    config.sm.cta_start_seed = seed;
    config.skip_idle_cycles = skipping;
    const auto found = in_child(2, [&] {
      PtxRun run(note_order, "", config);
      return std::vector<double>{double(order_of(run, {100}) == counting(100)), run.cycles()};
    });
    EXPECT_EQ(found[0], 1);
    return found[1];
  };
  const double plain = run_with(0, 1), later = run_with(50, 1);
  EXPECT_EQ(run_with(0, 2), plain);
  EXPECT_GT(later, plain + 1500);
  EXPECT_LT(later, plain + 3500);
  EXPECT_EQ(run_with(50, 1), later);
  EXPECT_EQ(run_with(50, 1, false), later);
  EXPECT_NE(run_with(50, 2), later);
}

TEST(CtaOrder, Reversed) {
  PtxRun run(note_order, "", one_at_a_time(CtaOrder::reversed));
  for (const std::uint32_t count : counts) {
    Order expected = counting(count);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(order_of(run, {count}), expected);
  }
  EXPECT_EQ(order_of(run, {2, 2, 2}), (Order{273, 272, 257, 256, 17, 16, 1, 0}));
}

TEST(CtaOrder, ScatteredStartsEachOnceAndNeighboursFarApart) {
  PtxRun run(note_order, "", one_at_a_time(CtaOrder::scattered));
  for (const std::uint32_t count : counts) {
    const Order found = order_of(run, {count});
    EXPECT_EQ(found, order_of(run, {count})) << "each launch begins anew";
    Order sorted = found;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, counting(count));
    for (std::size_t i = 1; count > 3 && i < count; ++i) {
      const std::uint32_t ahead = (found[i] + count - found[i - 1]) % count;
      EXPECT_GE(std::min(ahead, count - ahead), count / 4) << "CTA " << found[i] << " of " << count;
    }
  }
}

TEST(CtaOrder, StaysUnderRandomStalls) {
  PtxRun run(note_order, "", one_at_a_time(CtaOrder::reversed, {.percent = 60, .seed = 3}));
  Order expected = counting(24);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(order_of(run, {24}), expected) << "seed 3";
}

TEST(CtaOrder, ChangesNoResultOfAWorkload) {
  std::vector<double> cycles;
  for (const CtaOrder order : {CtaOrder::linear, CtaOrder::reversed, CtaOrder::scattered}) {
    const auto found = in_child(3, [&] {
      StatGroup stats;
      GpuConfig config;
      config.sms = 3;
      config.cta_order = order;
      SimulatedGpu gpu(config, {}, nullptr, stats);
      const auto result = Registry<Workload>::instance().find("matmul").run(gpu, {.small = true});
      return std::vector{static_cast<double>(result.checked), static_cast<double>(result.mismatches),
                         stats.number("cycles")};
    });
    EXPECT_GT(found[0], 0);
    EXPECT_EQ(found[1], 0);
    cycles.push_back(found[2]);
  }
  EXPECT_NE(cycles[0], cycles[1]) << "another order takes another time";
  EXPECT_NE(cycles[0], cycles[2]);
}

TEST(CtaOrder, AnUnknownOneIsToldWithWhatThereIs) {
  ConfigTree tree;
  tree.set("cta_order=reverse");
  try {
    resolve<GpuConfig>(tree);
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_NE(e.problem().what.find("cta_order"), std::string::npos) << e.what();
    EXPECT_EQ(e.problem().value, "reverse");
    EXPECT_EQ(e.problem().legal, "linear, reversed, scattered");
    EXPECT_EQ(e.problem().nearest, "reversed");
  }
}

}  // namespace
}  // namespace heddle::cta_order_test
