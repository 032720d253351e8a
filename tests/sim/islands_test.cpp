// SPDX-License-Identifier: Apache-2.0
// Islands of a clock domain simulate the same, one after another and in parallel.
#include "hw/sim/island.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <stdexcept>

#include "hw/sim/channel.hpp"
#include "hw/sim/failure.hpp"
#include "hw/sim/wire.hpp"
#include "models/base/random.hpp"

namespace heddle::islands_test {
namespace {

struct Number {
  std::uint32_t value = 0;
  bool operator==(const Number&) const = default;
};

/// Two modules with a wire between them. The first one writes at random times; the second one notes what it
/// sees, and sometimes wakes a module outside.
struct Pair : IslandModule {
  struct First : Clocked {
    First(Pair& pair, unsigned seed) : pair(pair), random(seed) {}
    Cycle tick(Cycle now) override {
      if (throws_at == now) throw std::runtime_error(pair.name());
      pair.wire.write({{static_cast<std::uint32_t>(random())}});
      return now + 1 + (random.one_in(3) ? random.below(9) : 0);
    }
    Pair& pair;
    Random random;
    Cycle throws_at = never;
  };
  struct Second : Clocked {
    explicit Second(Pair& pair) : pair(pair) {}
    Cycle tick(Cycle now) override {
      const std::uint32_t value =
          pair.wire.read().payload.value + (also != nullptr ? also->read().payload.value : 0);
      sum = (sum ^ now) * 0x9e3779b97f4a7c15ull + value;
      if (value % 5 == 0 && pair.outside != nullptr) pair.outside->wake();
      return never;
    }
    void credit(Cycle elapsed) override { credited += elapsed; }
    Pair& pair;
    const Wire<Level<Number>>* also = nullptr;
    std::uint64_t sum = 0;
    Cycle credited = 0;
  };

  Pair(sc_core::sc_module_name name, ClockDomain& domain, unsigned seed, Clocked* outside)
      : IslandModule(name), first(*this, seed), second(*this), outside(outside) {
    wire.add_reader(second);
    domain.attach(first);
    domain.attach(second);
  }
  Wire<Level<Number>> wire{"wire"};
  First first;
  Second second;
  Clocked* outside;
};

/// Wakes all second modules from outside at times, and counts how often it is woken.
struct Outside : Clocked {
  Cycle tick(Cycle now) override {
    sum = sum * 31 + now;
    for (Pair& p : *pairs) p.second.wake();
    return never;
  }
  std::deque<Pair>* pairs = nullptr;
  std::uint64_t sum = 0;
};

struct Machine {
  Machine(const std::string& name, unsigned islands, unsigned threads, const Clocking& clocking)
      : domain((name + "_clock").c_str(), 1000, clocking, threads),
        other((name + "_other").c_str(), 700, clocking) {
    domain.attach(before);
    other.attach(elsewhere);
    before.pairs = elsewhere.pairs = &pairs;
    for (unsigned k = 0; k < islands; ++k)
      pairs.emplace_back((name + std::to_string(k)).c_str(), domain, k + 1,
                         k % 2 == 0 ? static_cast<Clocked*>(&before) : &elsewhere);
  }
  std::vector<std::uint64_t> found() {
    domain.settle();
    std::vector<std::uint64_t> all{before.sum, elsewhere.sum, domain.ticks(), domain.activations()};
    for (const Pair& p : pairs) {
      all.push_back(p.second.sum);
      all.push_back(p.second.credited);
    }
    return all;
  }
  ClockDomain domain, other;
  Outside before, elsewhere;
  std::deque<Pair> pairs;
};

void run() { sc_core::sc_start(sc_core::sc_time::from_value(5'000'000)); }

TEST(Islands, SimulateTheSameByAnyNumberOfThreads) {
  std::deque<Machine> machines[2];
  for (const bool skipping : {false, true}) {
    for (const unsigned threads : {1u, 2u, 3u, 8u})
      machines[skipping].emplace_back(sc_core::sc_gen_unique_name("m"), 9, threads, skipping);
    machines[skipping]
        .emplace_back(sc_core::sc_gen_unique_name("m"), 9, 2, skipping)
        .domain.serialise("a test");
  }
  run();
  for (auto& of : machines) {
    for (Machine& m : of) EXPECT_EQ(m.found(), of.front().found());
    EXPECT_GT(of[1].domain.parallel_edges(), 1000u);
    EXPECT_EQ(of.back().domain.parallel_edges(), 0u);
  }
}

/// Two islands with a wire from one to the other.
TEST(Islands, ShowTheirWiresToEachOtherAfterTheEdge) {
  Machine one("one", 4, 1, true), two("two", 4, 2, true);
  for (Machine* m : {&one, &two})
    for (unsigned k = 0; k < 4; ++k) m->pairs[k].wire.add_reader(m->pairs[3 - k].second);
  // The second module of each pair reads the other pair's wire, too.
  for (Machine* m : {&one, &two})
    for (unsigned k = 0; k < 4; ++k) m->pairs[k].second.also = &m->pairs[3 - k].wire;
  run();
  EXPECT_EQ(one.found(), two.found());
  EXPECT_GT(two.domain.parallel_edges(), 1000u);
}

struct Listener : sc_core::sc_module {
  explicit Listener(sc_core::sc_module_name name, const Wire<Level<Number>>& wire)
      : sc_module(name), wire(wire) {
    SC_HAS_PROCESS(Listener);
    SC_METHOD(note);
    sensitive << wire.value_changed_event();
    dont_initialize();
  }
  void note() {
    sum = (sum ^ sc_core::sc_time_stamp().value()) * 0x9e3779b97f4a7c15ull + wire.read().payload.value;
  }
  const Wire<Level<Number>>& wire;
  std::uint64_t sum = 0;
};

TEST(Islands, ShowTheirWiresToProcessesOfSystemC) {
  Machine one("one", 3, 1, true), two("two", 3, 2, true);
  Listener to_one("to_one", one.pairs[1].wire), to_two("to_two", two.pairs[1].wire);
  run();
  EXPECT_NE(to_one.sum, 0u);
  EXPECT_EQ(to_one.sum, to_two.sum);
  EXPECT_EQ(one.found(), two.found());
  EXPECT_GT(two.domain.parallel_edges(), 1000u);
}

struct Reader : sc_core::sc_module {
  Reader(sc_core::sc_module_name name, ClockDomain& clock, const Wire<Level<Number>>& wire)
      : sc_module(name), wire(wire) {
    SC_HAS_PROCESS(Reader);
    SC_METHOD(note);
    sensitive << clock.posedge_event();
    dont_initialize();
  }
  void note() { sum = sum * 31 + wire.read().payload.value; }
  const Wire<Level<Number>>& wire;
  std::uint64_t sum = 0;
};

TEST(Islands, RunOneAfterAnotherWhereAProcessOfSystemCWaitsForTheClock) {
  Machine one("one", 3, 1, true), two("two", 3, 2, true);
  Reader of_one("of_one", one.domain, one.pairs[1].wire), of_two("of_two", two.domain, two.pairs[1].wire);
  run();
  EXPECT_EQ(of_one.sum, of_two.sum);
  EXPECT_EQ(one.found(), two.found());
  EXPECT_EQ(two.domain.parallel_edges(), 0u);
  EXPECT_EQ(two.domain.why_serial(), "a process of SystemC waits for their clock");
}

TEST(Islands, RunInParallelAgainWhenNobodySeesSeveral) {
  Machine m("m", 3, 2, true);
  m.domain.serialise("first");
  m.domain.serialise("second");
  m.domain.serialise("first");
  for (const char* why : {"first", "second", "first"}) {
    EXPECT_NE(m.domain.why_serial(), "");
    m.domain.parallelise(why);
  }
  EXPECT_EQ(m.domain.why_serial(), "");
  run();
  EXPECT_GT(m.domain.parallel_edges(), 1000u);
}

class FailingIslands : public testing::TestWithParam<unsigned> {};

TEST_P(FailingIslands, ReportTheFirstErrorOfAnEdge) {
  Machine m("m", 5, GetParam(), true);
  m.pairs[3].first.throws_at = m.pairs[1].first.throws_at = 1;
  run();
  try {
    rethrow_failure();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& e) {
    EXPECT_EQ(std::string(e.what()), m.pairs[1].name());
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, FailingIslands, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace heddle::islands_test
