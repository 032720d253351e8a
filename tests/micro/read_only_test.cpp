// SPDX-License-Identifier: Apache-2.0
// The constant cache and the texture cache, compared with the configuration.
#include "tests/micro/figures.hpp"

namespace heddle::micro::read_only_test {
namespace {

TEST(MicroReadOnly, AConstantThatIsInTheCacheTakesItsLatency) {
  const GpuConfig config = machine();
  expect_exactly(figures("micro_read_only", config), "chase_constant",
                 to_dispatch + config.sm.load_store.l1c.latency + to_register);
}

/// The four registers of a texel leave one a cycle.
TEST(MicroReadOnly, ATexelThatIsInTheCacheTakesItsLatency) {
  const GpuConfig config = machine();
  constexpr double further_registers = 3;
  expect_exactly(figures("micro_read_only", config), "chase_texture",
                 to_dispatch + config.sm.load_store.l1t.latency + further_registers + to_register);
}

TEST(MicroReadOnly, ALoadTakesTheConstantCacheForACycleAConstant) {
  const auto measured = figures("micro_read_only", machine(1, in_turn));
  for (const unsigned n : {1u, 2u, 4u, 8u, 16u, 32u})
    expect_rate(measured, fmt::format("rate_{}_constants", n), n);
}

/// With fewer than four lines, the registers of the result take longer than the lines.
TEST(MicroReadOnly, AFetchTakesTheTextureCacheForACycleALine) {
  const auto measured = figures("micro_read_only", machine(1, in_turn));
  for (const unsigned n : {1u, 2u, 4u, 8u, 16u, 32u})
    expect_rate(measured, fmt::format("rate_{}_texture_lines", n), std::max(n, 4u));
}

TEST(MicroReadOnly, FiguresFollowTheConfiguration) {
  GpuConfig config = machine();
  config.sm.load_store.l1c.latency += 5;
  config.sm.load_store.l1t.latency += 3;
  const auto measured = figures("micro_read_only", config);
  expect_exactly(measured, "chase_constant", to_dispatch + config.sm.load_store.l1c.latency + to_register);
  expect_exactly(measured, "chase_texture", to_dispatch + config.sm.load_store.l1t.latency + 3 + to_register);
}

}  // namespace
}  // namespace heddle::micro::read_only_test
