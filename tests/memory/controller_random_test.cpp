// SPDX-License-Identifier: Apache-2.0
// Random requests of all kinds, compared with a model of the bytes, with and without skipping of idle cycles.
#include <gtest/gtest.h>

#include <map>

#include "models/base/random.hpp"
#include "tests/memory/dram_bench.hpp"

namespace heddle::controller_random_test {
namespace {

/// Draws a random script for few lines, and returns what its reads must see.
std::vector<std::vector<unsigned char>> random_script(Random& random, DramBench& bench, unsigned channel,
                                                      unsigned count) {
  std::map<std::uint64_t, unsigned char> model;
  std::vector<std::vector<unsigned char>> expected(count);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned kind = random.below(8);
    Step step{.write = kind < 3};
    const unsigned bursts = 1 + random.below(4);
    step.length = 32 * bursts;
    // There are few banks, rows and columns, so that row hits, conflicts, and queued requests to one line
    // occur.
    step.address = bench.address(random.below(5), random.below(3), 128 * random.below(2), channel) +
                   32 * random.below(5 - bursts);
    step.not_before = random.one_in(4) ? 2 * i : 0;
    if (step.write) {
      step.bytes = pattern(random.below(256), step.length);
      if (random.one_in(2)) {
        step.enables.resize(step.length);
        for (auto& e : step.enables) e = random.one_in(2) ? 0xff : 0;
      }
      for (unsigned b = 0; b < step.length; ++b)
        if (step.enables.empty() || step.enables[b]) model[step.address + b] = step.bytes[b];
    } else {
      for (unsigned b = 0; b < step.length; ++b) expected[i].push_back(model[step.address + b]);
    }
    bench.slice[channel]->script.push_back(step);
  }
  return expected;
}

void expect_reads(const Initiator& slice, const std::vector<std::vector<unsigned char>>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(slice.outcomes[i].status, tlm::TLM_OK_RESPONSE);
    ASSERT_TRUE(expected[i].empty() || slice.outcomes[i].bytes == expected[i]) << i;
  }
}

struct Variant {
  const char* name;
  std::function<void(DramConfig&)> change;
};

class ControllerSoak : public testing::TestWithParam<Variant> {};

/// Random requests of all kinds, compared with a model of the bytes, while the protocol checkers watch.
TEST_P(ControllerSoak, RandomRequestsSeeWhatCameBeforeThem) {
  const std::uint64_t seed = 20150613;
  SCOPED_TRACE(seed);
  Random random(seed);
  DramConfig config = checked();
  config.address.controllers = 2;
  GetParam().change(config);
  DramBench bench{config};
  constexpr unsigned count = 4000;
  std::vector<std::vector<std::vector<unsigned char>>> expected;
  for (unsigned k = 0; k < bench.slice.size(); ++k) {
    expected.push_back(random_script(random, bench, k, count));
    bench.slice[k]->hold_responses = k % 3;
  }
  bench.run();
  ASSERT_TRUE(bench.done());
  for (unsigned k = 0; k < bench.slice.size(); ++k) expect_reads(*bench.slice[k], expected[k]);
  EXPECT_EQ(bench.protocol_errors(), 0u);
  EXPECT_EQ(bench.pool.lent(), 0u);
  EXPECT_TRUE(bench.dram->idle());
  const auto total = [&](const char* s) { return bench.number(std::string("dram_total.") + s); };
  EXPECT_EQ(total("requests") + total("forwarded_reads"), count * bench.slice.size());
  EXPECT_EQ(total("row_hits") + total("row_misses") + total("row_conflicts"), total("requests"));
  EXPECT_EQ(total("read_responses") + total("write_responses"), count * bench.slice.size());
  EXPECT_GT(total("row_conflicts"), 100);
}

INSTANTIATE_TEST_SUITE_P(Variants, ControllerSoak,
                         testing::Values(Variant{"defaults", [](DramConfig&) {}},
                                         Variant{"tiny_queues",
                                                 [](DramConfig& c) {
                                                   c.controller.inbox = 2;
                                                   c.controller.transit = 1;
                                                   c.controller.latency = 3;
                                                   c.controller.read_queue = 1;
                                                   c.controller.write_queue = 1;
                                                   c.controller.write_high = 1;
                                                   c.controller.write_low = 0;
                                                 }},
                                         Variant{"starving",
                                                 [](DramConfig& c) {
                                                   c.controller.starvation_limit = 20;
                                                   c.controller.latency = 0;
                                                 }},
                                         Variant{"refresh",
                                                 [](DramConfig& c) {
                                                   c.gddr5.refresh = true;
                                                   c.gddr5.t_refi = 300;
                                                 }},
                                         Variant{"one_queue",
                                                 [](DramConfig& c) {
                                                   c.controller.one_queue = true;
                                                   c.controller.read_queue = 8;
                                                 }},
                                         Variant{"shared_queues",
                                                 [](DramConfig& c) {
                                                   c.controller.shared_queues = true;
                                                   c.controller.read_queue = 2;
                                                 }},
                                         Variant{"one_shared_entry",
                                                 [](DramConfig& c) {
                                                   c.controller.one_queue = c.controller.shared_queues = true;
                                                   c.controller.read_queue = 1;
                                                 }},
                                         Variant{"coarse",  // 64 B granularity
                                                 [](DramConfig& c) { c.gddr5.bus_bits = 64; }},
                                         Variant{"other_timing",
                                                 [](DramConfig& c) {
                                                   c.gddr5.t_cl = 5;
                                                   c.gddr5.t_wl = 9;
                                                   c.gddr5.t_ccd = 4;
                                                   c.gddr5.t_ccdl = 2;
                                                   c.gddr5.t_rrd = 1;
                                                   c.gddr5.t_rc = 71;
                                                   c.gddr5.t_rtw = 0;
                                                   c.gddr5.bank_groups = 1;
                                                 }}),
                         [](const auto& info) { return info.param.name; });

/// Expects two memories that differ in one invisible respect to behave alike.
void expect_same(DramBench& a, DramBench& b, unsigned requests) {
  for (DramBench* bench : {&a, &b}) {
    Random random(7);
    for (unsigned k = 0; k < bench->slice.size(); ++k) random_script(random, *bench, k, requests);
    bench->slice[1]->hold_responses = 2;
    bench->slice[0]->script.push_back({.address = 0, .not_before = 60'000});
    for (auto& s : bench->slice) s->wake();
  }
  sc_core::sc_start(sc_core::sc_time::from_value(100'000 * a.core->period_fs()));
  rethrow_failure();
  ASSERT_TRUE(a.done() && b.done());
  for (std::size_t i = 0; i < a.slice.size(); ++i)
    for (std::size_t k = 0; k < requests; ++k) {
      ASSERT_EQ(a.slice[i]->outcomes[k].sent, b.slice[i]->outcomes[k].sent) << i << " " << k;
      ASSERT_EQ(a.slice[i]->outcomes[k].answered, b.slice[i]->outcomes[k].answered) << i << " " << k;
    }
  a.clock->settle();
  b.clock->settle();
  EXPECT_EQ(text_of(a.statistics), text_of(b.statistics));
  EXPECT_GT(a.number("dram_total.queue_full"), 0);
  EXPECT_GT(a.slice[0]->refusals, 0u);
}

DramConfig tight() {
  DramConfig config = checked();
  config.address.controllers = 1;
  config.controller = {.inbox = 3,
                       .transit = 4,
                       .latency = 5,
                       .read_queue = 5,
                       .write_queue = 4,
                       .write_high = 3,
                       .write_low = 1,
                       .starvation_limit = 100,
                       .check_protocol = true};
  config.gddr5.refresh = true;
  config.gddr5.t_refi = 500;
  return config;
}

TEST(Controller, SkippingIdleCyclesChangesNothing) {
  DramConfig config = tight();
  config.gddr5.refresh = false;
  DramBench skipping{config, true, 1'428'571, true, "skipping"};
  DramBench ticking{config, false, 1'428'571, true, "ticking"};
  expect_same(skipping, ticking, 1000);
  EXPECT_LT(2 * skipping.clock->ticks(), ticking.clock->ticks());
}

TEST(Controller, SkippingChangesNothingWithRefreshes) {
  DramBench skipping{tight(), true, 1'428'571, true, "skipping"};
  DramBench ticking{tight(), false, 1'428'571, true, "ticking"};
  expect_same(skipping, ticking, 1000);
}

TEST(Controller, TheOrderOfProcessesAtOneInstantChangesNothing) {
  DramBench first{tight(), true, 0, true, "first"}, last{tight(), true, 0, false, "last"};
  expect_same(first, last, 3000);
}

}  // namespace
}  // namespace heddle::controller_random_test
