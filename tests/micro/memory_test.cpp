// SPDX-License-Identifier: Apache-2.0
// Global memory, compared with the configuration.
#include "tests/micro/figures.hpp"

namespace heddle::micro::memory_test {
namespace {

/// Returns the first edge of a clock strictly after `time`.
std::uint64_t after(std::uint64_t time, std::uint64_t period) { return (time / period + 1) * period; }

TEST(MicroMemory, AHitInTheL1TakesItsLatency) {
  const GpuConfig config = machine();
  expect_exactly(figures("micro_memory", config), "chase_l1",
                 to_dispatch + config.sm.load_store.l1d.latency + to_register);
}

/// A load whose lanes access n lines occupies the L1 for n cycles.
TEST(MicroMemory, ALoadTakesTheL1ForACycleALine) {
  const auto measured = figures("micro_memory", machine(1, in_turn));
  for (const unsigned lines : {2u, 4u, 8u, 16u, 32u})
    expect_rate(measured, fmt::format("rate_{}_lines", lines), lines);
}

/// Returns the time at which a line arrives after a slice's access that misses: the controller, and a read of
/// an open row, whose bursts follow each other in one bank group.
std::uint64_t line_from_dram(const GpuConfig& c, std::uint64_t access) {
  const Gddr5Config& device = c.dram.gddr5;
  const std::uint64_t dram = device.period_fs();
  const unsigned bursts = c.l2.cache.line_bytes / device.burst_bytes();
  const unsigned read =
      device.t_cl + (bursts - 1) * std::max(device.t_ccd, device.t_ccdl) + device.burst_cycles();
  return after(after(access, dram) + (c.dram.controller.latency + read) * dram, c.l2.period_fs());
}

/// A request to the L2: the bytes of the request and of its answer, and whether it hits.
struct Request {
  unsigned sent = 0, answered = 0;
  bool hit = true;
};

/// Returns when a request that bypasses or misses the L1 is answered, hop by hop. A module acts on what has
/// arrived strictly before its clock's edge, so each hop ends at the next edge of the next module's clock.
std::uint64_t through_l2(const GpuConfig& c, std::uint64_t issue, const Request& r) {
  const std::uint64_t core = c.core_period_fs(), icnt = c.icnt.period_fs(), l2 = c.l2.period_fs();
  const auto flits = [&](unsigned bytes) {
    return (bytes + c.icnt.header_bytes + c.icnt.flit_bytes - 1) / c.icnt.flit_bytes;
  };
  std::uint64_t t = issue + static_cast<std::uint64_t>(to_dispatch) * core;  // the SM sends the request
  t = after(t, icnt);                                                        // it enters the crossbar
  t += (c.icnt.latency + flits(r.sent)) * icnt;                              // and crosses
  t = after(t, l2);                                                          // it enters the slice
  t += c.l2.rop_latency * l2;                                                // access
  if (!r.hit) t = line_from_dram(c, t);
  t += c.l2.cache.latency * l2;  // answer
  t = after(t, icnt);
  t += (c.icnt.latency + flits(r.answered)) * icnt;  // it crosses
  t = after(t, core);                                // and reaches the lanes
  return t + core +
         static_cast<std::uint64_t>(to_register) * core;  // to the result register, and to the bank
}

/// Returns the core cycles of a request in a long chain of requests.
double chased(const GpuConfig& config, const Request& request) {
  constexpr unsigned loads = 64;
  std::uint64_t t = 0;
  for (unsigned k = 0; k < loads; ++k) t = through_l2(config, t, request);
  return static_cast<double>(t) / static_cast<double>(config.core_period_fs() * loads);
}

TEST(MicroMemory, AHitInTheL2TakesTheSumOfItsHops) {
  const GpuConfig config = machine();
  expect_figure(figures("micro_memory", config), "chase_l2",
                chased(config, {.answered = config.l2.cache.line_bytes}));
}

TEST(MicroMemory, ALineFromDramTakesTheSumOfItsHops) {
  const GpuConfig config = machine();
  expect_figure(figures("micro_memory", config), "chase_dram",
                chased(config, {.answered = config.l2.cache.line_bytes, .hit = false}));
}

/// A sector is sent in each direction.
TEST(MicroMemory, AnAtomicTakesTheHopsOfASectorToTheL2AndBack) {
  const GpuConfig config = machine();
  const unsigned sector = config.dram.gddr5.burst_bytes();
  expect_figure(figures("micro_memory", config), "atomic_chain",
                chased(config, {.sent = sector, .answered = sector}));
}

/// L1s are not coherent: a plain load returns the stale line. An access that goes to the L2 returns the other
/// SM's store.
TEST(MicroCoherence, APlainLoadOfALineInTheL1IsStale) {
  const GpuConfig config = machine(2);
  EXPECT_EQ(figures("micro_coherence", config).at("stale_plain_loads"), 32);
}

TEST(MicroCoherence, OnOneSmNothingIsStale) {
  EXPECT_EQ(figures("micro_coherence", machine(1)).at("stale_plain_loads"), 0);
}

}  // namespace
}  // namespace heddle::micro::memory_test
