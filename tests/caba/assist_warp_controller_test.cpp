// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tests/caba/assist_warp_controller_bench.hpp"
#include "tests/caba/naive_assist_control.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::assist_control_test {
namespace {

using Fetched = std::pair<unsigned, unsigned>;  // from an entry, an instruction

/// Decompression, of high priority, and compression, of low priority, as Vijaykumar2015, section 4.4, has
/// them.
constexpr AssistTrigger decompress{
    .enabled = true, .subroutine = 3, .last = 4, .low = false, .window = 0, .lanes = 0xffff};
constexpr AssistTrigger compress{
    .enabled = true, .subroutine = 7, .last = 9, .low = true, .window = 1, .lanes = ~std::uint32_t{0}};

void load_both(Bench& bench) {
  bench.step(load(0, decompress));
  bench.step(load(1, compress));
}

TEST(AssistWarpController, AnswersBehindTheEdgeThatSamplesTheEventAndNotBefore) {
  Bench bench({});
  load_both(bench);
  bench.put(happens(0, 12));
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before the edge
  EXPECT_FALSE(bench.answer.read().valid);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  ASSERT_TRUE(bench.answer.read().valid);
  const AssistAnswer& a = bench.answer.read().payload;
  EXPECT_EQ(a, (AssistAnswer{true, true, {0}, {3}, false, 0xffff}));
  EXPECT_EQ(bench.now().live.value, 1);
  EXPECT_EQ(bench.now().blocked, std::uint64_t{1} << 12);
  EXPECT_FALSE(bench.fetch.read().valid) << "the state before the edge has no assist warp";
}

TEST(AssistWarpController, FetchesFromTheEdgeBehindTheAnswerOnAsFarAsIsRoom) {
  Bench bench({.depth = 2});
  load_both(bench);
  bench.step(happens(0, 12));
  EXPECT_EQ(bench.fetched(), Fetched(0, 0));
  EXPECT_EQ(bench.fetched(), Fetched(0, 1));
  EXPECT_EQ(bench.fetched(), std::nullopt) << "two are staged";
  EXPECT_EQ(bench.fetched(issue(1)), std::nullopt) << "before this edge";
  EXPECT_EQ(bench.fetched(), Fetched(0, 2));
  EXPECT_EQ(bench.fetched(issue(1)), std::nullopt);
  EXPECT_EQ(bench.fetched(issue(1)), Fetched(0, 3)) << "one leaves and one comes";
  EXPECT_EQ(bench.fetched(), Fetched(0, 4));
  bench.step(issue(1));
  EXPECT_EQ(bench.fetched(), std::nullopt) << "behind the last";
  EXPECT_EQ(bench.now().live.value, 1) << "until it is released";
}

TEST(AssistWarpController, SubroutineAndPriorityGoWithTheInstruction) {
  Bench bench({});
  load_both(bench);
  bench.step(happens(1, 63));
  const auto outcome = bench.step();
  ASSERT_TRUE(outcome.fetch);
  EXPECT_EQ(outcome.fetch->subroutine, 7u);
  EXPECT_TRUE(outcome.fetch->low);
  EXPECT_EQ(bench.now().blocked, 0u) << "of low priority";
}

TEST(AssistWarpController, AllOfLowPriorityShareTheSlots) {
  Bench bench({.low_slots = 2});
  load_both(bench);
  for (unsigned parent = 0; parent < 3; ++parent) bench.step(happens(1, parent));
  EXPECT_EQ(bench.fetched(), std::nullopt) << "two were fetched while others came";
  EXPECT_EQ(bench.fetched(issue(0b1)), std::nullopt);
  EXPECT_EQ(bench.fetched(), Fetched(2, 0)) << "in turn";
  bench.step(happens(0, 40));
  EXPECT_EQ(bench.fetched(), Fetched(3, 0)) << "of high priority, with room of its own";
}

TEST(AssistWarpController, EntriesAreFetchedFromInTurn) {
  Bench bench({.entries = 4, .depth = 4});
  load_both(bench);
  for (unsigned parent = 0; parent < 3; ++parent) bench.step(happens(0, parent));
  EXPECT_EQ(bench.shown().fetch->entry, 1u) << "0 and 1 were fetched from while 1 and 2 came";
  std::vector<unsigned> order;
  for (unsigned n = 0; n < 6; ++n) order.push_back(bench.step().fetch->entry);
  EXPECT_EQ(order, (std::vector<unsigned>{2, 0, 1, 2, 0, 1}));
}

TEST(AssistWarpController, EventsAreRefusedWithoutARowAnEntryOrTheWindow) {
  Bench bench({.entries = 2});
  load_both(bench);
  EXPECT_EQ(bench.step(happens(2, 0)).answer->enabled, false);
  EXPECT_TRUE(bench.step(happens(0, 5)).answer->accepted);
  const auto same = bench.step(happens(0, 5)).answer;
  EXPECT_TRUE(same->enabled);
  EXPECT_FALSE(same->accepted) << "one assist warp of a parent has a window";
  EXPECT_EQ(same->lanes, 0u);
  EXPECT_EQ(bench.step(happens(1, 5)).answer->entry, 1u) << "another window of the same parent";
  EXPECT_FALSE(bench.step(happens(0, 6)).answer->accepted) << "no entry is free";
  Step at_once = happens(0, 6);
  at_once.release = 0;
  EXPECT_FALSE(bench.step(at_once).answer->accepted) << "the state before the edge counts";
  EXPECT_EQ(bench.step(happens(0, 6)).answer->entry, 0u);
}

TEST(AssistWarpController, AParentWaitsUntilItsLastOfHighPriorityIsReleased) {
  Bench bench({});
  AssistTrigger second = decompress;
  second.window = 5;
  bench.step(load(0, decompress));
  bench.step(load(1, second));
  bench.step(happens(0, 33));
  bench.step(happens(1, 33));
  EXPECT_EQ(bench.now().live.value, 0b11);
  bench.step(release(0));
  EXPECT_EQ(bench.now().blocked, std::uint64_t{1} << 33);
  bench.step(release(1));
  EXPECT_EQ(bench.now().blocked, 0u);
  EXPECT_EQ(bench.now().live.value, 0);
}

TEST(AssistWarpController, ARedirectDropsWhatIsStagedAndGoesOnThere) {
  Bench bench({.depth = 1});
  load_both(bench);
  bench.step(happens(0, 1));
  EXPECT_EQ(bench.fetched(), Fetched(0, 0));
  EXPECT_EQ(bench.fetched(redirect(0, 3)), std::nullopt);
  EXPECT_EQ(bench.fetched(), Fetched(0, 3));
  bench.step(redirect(0, 5));
  EXPECT_EQ(bench.fetched(), std::nullopt) << "behind its last";
  bench.step(redirect(0, 4));
  EXPECT_EQ(bench.fetched(), Fetched(0, 4));
  bench.step(issue(1));
  EXPECT_EQ(bench.fetched(), std::nullopt);
}

TEST(AssistWarpController, AReleaseGoesBeforeARedirectAndNothingIsFetchedBesideThem) {
  Bench bench({});
  load_both(bench);
  bench.step(happens(0, 1));
  Step both = redirect(0, 2);
  both.release = 0;
  EXPECT_EQ(bench.fetched(both), std::nullopt);
  EXPECT_EQ(bench.now().live.value, 0);
  EXPECT_EQ(bench.fetched(), std::nullopt);
  bench.step(happens(0, 1));
  EXPECT_EQ(bench.fetched(), Fetched(0, 0)) << "from its begin";
}

TEST(AssistWarpController, WhatConcernsNobodyDoesNothing) {
  Bench bench({.entries = 3});
  load_both(bench);
  Step nobody = issue(0xffff);
  nobody.redirect = {{2, 1}};
  nobody.release = 15;
  bench.step(nobody);
  nobody.event = {{0, 9}};
  nobody.redirect = {{0, 3}};
  nobody.release = 0;
  EXPECT_TRUE(bench.step(nobody).answer->accepted) << "the entry was not its yet";
  EXPECT_EQ(bench.fetched(), Fetched(0, 0));
}

TEST(AssistWarpController, ALoadCountsFromTheNextEdgeOn) {
  Bench bench({});
  Step at_once = load(4, decompress);
  at_once.event = {{4, 0}};
  EXPECT_FALSE(bench.step(at_once).answer->enabled);
  at_once = load(4, compress);
  at_once.event = {{4, 0}};
  EXPECT_EQ(bench.step(at_once).answer->subroutine, 3u);
  EXPECT_EQ(bench.step(happens(4, 0)).answer->subroutine, 7u);
}

/// Windows count cycles in which one of low priority lives; each decides for the time until the end of the
/// next.
TEST(AssistWarpController, LowPriorityIsThrottledWhileTheCoreIsBusy) {
  Bench bench({.entries = 2, .throttle_window = 4, .least_idle = 2, .most_busy = 3});
  load_both(bench);
  const Step idle{.idle = true}, busy{.idle = true, .busy = true}, neither{};
  bench.step(happens(1, 0));
  const auto window = [&](std::vector<Step> steps) {
    for (const Step& s : steps) bench.step(s);
    return bench.now().throttled;
  };
  EXPECT_FALSE(window({idle, neither, idle})) << "not yet at its end";
  EXPECT_FALSE(window({neither})) << "as many idle slots as must be";
  EXPECT_TRUE(window({idle, neither, neither, neither}));
  bench.step(issue(1));  // neither idle
  EXPECT_EQ(bench.fetched(), std::nullopt) << "throttled, with room";
  EXPECT_FALSE(window({idle, idle}));
  EXPECT_EQ(bench.fetched(), Fetched(0, 2));
  EXPECT_FALSE(window({busy, busy, busy})) << "as busy as may be";
  EXPECT_TRUE(window({busy, busy, busy, busy}));
  bench.step(release(0));
  EXPECT_TRUE(window({idle, idle, idle, idle, idle})) << "no window without low priority";
  bench.step(happens(0, 0));
  EXPECT_EQ(bench.fetched(), Fetched(0, 0)) << "of high priority";
}

TEST(AssistWarpController, SleepsWhileNothingCanHappen) {
  Bench bench({.depth = 1});
  load_both(bench);
  bench.step(happens(0, 0));
  bench.step();
  bench.step();
  const std::uint64_t before = bench.domain.ticks();
  bench.run(100);
  EXPECT_EQ(bench.domain.ticks(), before);
  bench.step(issue(1));
  EXPECT_EQ(bench.fetched(), Fetched(0, 1));
}

TEST(AssistWarpController, AResetForgetsRowsAssistWarpsAndTheTurn) {
  Bench bench({.throttle_window = 1, .least_idle = 1});
  load_both(bench);
  bench.step(happens(1, 0));
  bench.step(happens(0, 1));
  bench.step();
  EXPECT_TRUE(bench.now().throttled);
  bench.rst_n.write(false);
  bench.step();
  EXPECT_EQ(bench.now(), AssistState{});
  bench.rst_n.write(true);
  EXPECT_FALSE(bench.step(happens(0, 1)).answer->enabled);
  bench.step(load(0, decompress));
  bench.step(happens(0, 1));
  EXPECT_EQ(bench.fetched(), Fetched(0, 0));
}

/// Steps like those of an SM, and without any rule.
Step draw(Random& random, unsigned entries) {
  Step s;
  const auto trigger = [&] {
    return AssistTrigger{!random.one_in(6),
                         random.below(most_subroutines),
                         random.one_in(8) ? 1023 : random.below(6),
                         random.one_in(2),
                         random.below(random.one_in(2) ? 2 : assist_windows),
                         static_cast<std::uint32_t>(random())};
  };
  if (random.one_in(4)) s.load = {{random.below(8), trigger()}};
  if (random.one_in(2)) s.event = {{random.below(9), random.one_in(2) ? random.below(3) : random.below(64)}};
  s.issued = random() & random();
  if (random.one_in(6))
    s.redirect = {{random.below(random.one_in(2) ? entries : most_assist_warps),
                   random.one_in(4) ? random.below(1024) : random.below(8)}};
  if (random.one_in(5)) s.release = random.below(random.one_in(2) ? entries : most_assist_warps);
  s.idle = random.one_in(2);
  s.busy = random.one_in(2);
  return s;
}

class AssistControlShapes : public testing::TestWithParam<AssistControlShape> {};

/// The module, and with it the model, against the naive control, with times of rest.
TEST_P(AssistControlShapes, TheModuleDoesWhatTheNaiveControlDoes) {
  const AssistControlShape& p = GetParam();
  const std::uint64_t seed = 1 + p.entries;
  Random random(seed);
  Bench bench({p.entries, p.depth, p.low_slots, p.throttle_window, p.least_idle, p.most_busy});
  NaiveAssistControl naive(p);
  unsigned fetches = 0, accepted = 0, throttled = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const Step s = n / 50 % 4 == 3 ? Step{} : draw(random, p.entries);
    const auto expected = naive.step(s);
    const auto found = bench.step(s);
    const auto where = [&] { return "cycle " + std::to_string(n) + ", seed " + std::to_string(seed); };
    ASSERT_EQ(found.answer.has_value(), expected.answer.has_value()) << where();
    if (found.answer) {
      const auto& a = *found.answer;
      const auto& b = *expected.answer;
      ASSERT_TRUE(a.enabled == b.enabled && a.accepted == b.accepted && a.entry == b.entry &&
                  a.subroutine == b.subroutine && a.low == b.low && a.lanes == b.lanes)
          << where();
      accepted += a.accepted;
    }
    ASSERT_EQ(found.fetch.has_value(), expected.fetch.has_value()) << where();
    if (found.fetch) {
      const auto& a = *found.fetch;
      const auto& b = *expected.fetch;
      ASSERT_TRUE(a.entry == b.entry && a.subroutine == b.subroutine && a.instruction == b.instruction &&
                  a.low == b.low)
          << where();
      ++fetches;
    }
    ASSERT_EQ(bench.now().live.value, naive.live()) << where();
    ASSERT_EQ(bench.now().blocked, naive.blocked()) << where();
    ASSERT_EQ(bench.now().throttled, naive.throttled()) << where();
    throttled += naive.throttled();
  }
  EXPECT_GT(fetches, 1000u);
  EXPECT_GT(accepted, 500u);
  const bool throttles = p.least_idle != 0 || p.most_busy < p.throttle_window;
  EXPECT_EQ(throttled > 500, throttles);
}

INSTANTIATE_TEST_SUITE_P(Shapes, AssistControlShapes,
                         testing::Values(AssistControlShape{}, AssistControlShape{1, 1, 1, 1, 1, 65535},
                                         AssistControlShape{3, 2, 1, 5, 2, 3},
                                         AssistControlShape{16, 4, 4, 64, 30, 34},
                                         AssistControlShape{64, 2, 2, 64, 30, 34},
                                         AssistControlShape{2, 1, 4, 3, 0, 0}),
                         [](const auto& info) { return "Entries" + std::to_string(info.param.entries); });

TEST(AssistWarpController, BadParametersAreErrorsThatNameThem) {
  expect_refused<AssistWarpController>("entries", "0", "1 .. 64");
  expect_refused<AssistWarpController>("entries", "65", "1 .. 64");
  expect_refused<AssistWarpController>("depth", "0", "1 .. 4");
  expect_refused<AssistWarpController>("depth", "5", "1 .. 4");
  expect_refused<AssistWarpController>("low_slots", "0", "1 .. 4");
  expect_refused<AssistWarpController>("low_slots", "5", "1 .. 4");
  expect_refused<AssistWarpController>("throttle_window", "0", "1 .. 65535");
  expect_refused<AssistWarpController>("least_idle", "65536", "0 .. 65535");
  expect_refused<AssistWarpController>("most_busy", "65536", "0 .. 65535");
  EXPECT_THROW(AssistControlState({.entries = 0}), Error);
  EXPECT_THROW(AssistControlState({.entries = most_assist_warps + 1}), Error);
  EXPECT_THROW(AssistControlState({.depth = 5}), Error);
  EXPECT_THROW(AssistControlState({.low_slots = 0}), Error);
  EXPECT_THROW(AssistControlState({.throttle_window = 65536}), Error);
}

}  // namespace
}  // namespace heddle::assist_control_test
