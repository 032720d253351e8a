// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/clock_domain.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <systemc>

#include "hw/sim/bits.hpp"
#include "hw/sim/channel.hpp"
#include "hw/sim/wire.hpp"
#include "models/base/error.hpp"

namespace heddle::clock_domain_test {
namespace {

using sc_core::SC_FS;
using sc_core::sc_time;

struct Recorder : Clocked {
  explicit Recorder(Cycle step) : step(step) {}
  Cycle tick(Cycle now) override {
    at.push_back(now);
    return step == never ? never : now + step;
  }
  void credit(Cycle elapsed) override { credited += elapsed; }
  Cycle step, credited = 0;
  std::vector<Cycle> at;
};

TEST(ClockDomain, TicksWhenWantedAndCreditsTheRest) {
  ClockDomain domain("core", 10);
  Recorder each(1), third(3), once(never);
  domain.attach(each);
  domain.attach(third);
  domain.attach(once);
  sc_core::sc_start(sc_time::from_value(95));
  domain.settle();
  EXPECT_EQ(each.at.size(), 9u);
  EXPECT_EQ(third.at, (std::vector<Cycle>{1, 4, 7}));
  EXPECT_EQ(once.at, (std::vector<Cycle>{1}));
  EXPECT_EQ(each.credited, 9u);
  EXPECT_EQ(third.credited, 9u);
  EXPECT_EQ(once.credited, 9u);
}

TEST(ClockDomain, PulsesNowAndThenWhileItWorks) {
  ClockDomain domain("core", 10);
  Recorder each(1);
  domain.attach(each);
  unsigned pulses = 0;
  domain.on_pulse = [&] { ++pulses; };
  sc_core::sc_start(sc_time::from_value(10 * 1024 + 5));
  EXPECT_EQ(domain.activations(), 1024u);
  EXPECT_EQ(pulses, 4u);
}

TEST(ClockDomain, AnIdleDomainPostsNoEdges) {
  ClockDomain domain("core", 10);
  Recorder once(never);
  domain.attach(once);
  sc_core::sc_start(sc_time::from_value(1'000'000));
  EXPECT_EQ(domain.activations(), 1u);
}

TEST(ClockDomain, WithoutSkippingEveryEdgeIsTickedAndCreditIsTheSame) {
  ClockDomain domain("core", 10, false);
  Recorder each(1), third(3);
  domain.attach(each);
  domain.attach(third);
  sc_core::sc_start(sc_time::from_value(95));
  domain.settle();
  EXPECT_EQ(third.at.size(), 9u);
  EXPECT_EQ(third.credited, 9u);
}

/// Wakes a module of another domain at its own edges: the sleeper runs at its next edge strictly after now.
struct Waker : Clocked {
  explicit Waker(Clocked& other) : other(other) {}
  Cycle tick(Cycle now) override {
    other.wake();
    return now + 1;
  }
  Clocked& other;
};

TEST(ClockDomain, AWakeFromAnotherDomainActsAtTheNextEdgeStrictlyAfterNow) {
  ClockDomain slow("slow", 30), fast("fast", 7);
  Recorder sleeper(never);
  Waker waker(sleeper);
  slow.attach(waker);
  fast.attach(sleeper);
  sc_core::sc_start(sc_time::from_value(100));
  // edges of slow at 30, 60, 90; the next edges of fast after those are 35, 63, 91 = cycles 5, 9, 13
  EXPECT_EQ(sleeper.at, (std::vector<Cycle>{1, 5, 9, 13}));
}

TEST(ClockDomain, ACoincidentEdgeOfAnotherDomainIsNotNow) {
  ClockDomain slow("slow", 30), fast("fast", 10);
  Recorder sleeper(never);
  Waker waker(sleeper);
  slow.attach(waker);
  fast.attach(sleeper);
  sc_core::sc_start(sc_time::from_value(45));
  EXPECT_EQ(sleeper.at, (std::vector<Cycle>{1, 4}));  // woken at 30, after the edge at 30
}

/// The same when another module has asked for the edge at that time, so that it is still to come.
void expect_strictly_later(bool slow_first) {
  std::unique_ptr<ClockDomain> slow, fast;
  if (slow_first) slow = std::make_unique<ClockDomain>("slow", 30);
  fast = std::make_unique<ClockDomain>("fast", 10);
  if (!slow_first) slow = std::make_unique<ClockDomain>("slow", 30);
  Recorder sleeper(never), busy(1);
  Waker waker(sleeper);
  slow->attach(waker);
  fast->attach(sleeper);
  fast->attach(busy);
  sc_core::sc_start(sc_time::from_value(75));
  EXPECT_EQ(sleeper.at, (std::vector<Cycle>{1, 4, 7}));
}

TEST(ClockDomain, AnEdgeThatIsDueAtTheTimeOfAWakeDoesNotServeIt) { expect_strictly_later(true); }

TEST(ClockDomain, NorDoesItInTheOtherOrderOfTheDomains) { expect_strictly_later(false); }

TEST(ClockDomain, AWakeBetweenTwoRunsActsStrictlyLater) {
  ClockDomain domain("core", 10);
  Recorder sleeper(never), busy(1);
  domain.attach(sleeper);
  domain.attach(busy);
  sc_core::sc_start(sc_time::from_value(20));  // the edge at 20 may or may not have run
  sleeper.wake();
  sc_core::sc_start(sc_time::from_value(30));
  EXPECT_EQ(sleeper.at, (std::vector<Cycle>{1, 3}));
}

TEST(ClockDomain, AZeroPeriodIsAnError) { EXPECT_THROW(ClockDomain("core", 0), Error); }

struct Number {
  std::uint32_t value;
  bool operator==(const Number&) const = default;
};

struct Counter : Clocked {
  explicit Counter(Wire<Level<Number>>& out) : out(out) {}
  Cycle tick(Cycle now) override {
    out.write({{static_cast<std::uint32_t>(now / 4)}});
    return now + 1;
  }
  Wire<Level<Number>>& out;
};
struct Follower : Clocked {
  explicit Follower(Wire<Level<Number>>& in) : in(in) { in.add_reader(*this); }
  Cycle tick(Cycle now) override {
    seen.emplace_back(now, in.read().payload.value);
    return never;
  }
  Wire<Level<Number>>& in;
  std::vector<std::pair<Cycle, std::uint32_t>> seen;
};

TEST(Wire, WakesItsReadersOnChangeAndShowsTheValueAfterTheEdge) {
  ClockDomain domain("core", 10);
  Wire<Level<Number>> wire("wire");
  Counter counter(wire);
  Follower follower(wire);
  domain.attach(follower);  // attached before the counter: the order must not matter
  domain.attach(counter);
  sc_core::sc_start(sc_time::from_value(95));
  EXPECT_EQ(follower.seen, (std::vector<std::pair<Cycle, std::uint32_t>>{{1, 0}, {5, 1}, {9, 2}}));
}

}  // namespace
}  // namespace heddle::clock_domain_test
