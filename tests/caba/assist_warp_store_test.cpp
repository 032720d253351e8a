// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/assist_warp_store/assist_warp_store.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "hw/sim/wire.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::assist_warp_store_test {
namespace {

/// A store with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(AssistWarpStoreConfig config = {}) : block("store", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.load.port(load_pins);
    block.io.begin.port(begin_pins);
    block.io.fetch.port(fetch_pins);
    block.io.word.port(word);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void load(unsigned address, std::uint64_t code) {
    load_pins.write({{{static_cast<std::uint16_t>(address)}, code}, true});
  }
  void begin(unsigned subroutine, unsigned first) {
    begin_pins.write({{{static_cast<std::uint8_t>(subroutine)}, {static_cast<std::uint16_t>(first)}}, true});
  }
  void fetch(unsigned subroutine, unsigned instruction, unsigned entry = 0, bool low = false) {
    fetch_pins.write({{{static_cast<std::uint8_t>(entry)},
                       low,
                       {static_cast<std::uint8_t>(subroutine)},
                       {static_cast<std::uint16_t>(instruction)}},
                      true});
  }
  /// An edge without a change of the pins.
  std::optional<std::uint64_t> stay() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    return shown();
  }
  std::optional<std::uint64_t> step() {
    stay();
    load_pins.write({});
    begin_pins.write({});
    fetch_pins.write({});
    return shown();
  }
  std::optional<std::uint64_t> shown() const {
    return word.read().valid ? std::optional(word.read().payload.word) : std::nullopt;
  }
  std::optional<std::uint64_t> fetched(unsigned subroutine, unsigned instruction) {
    fetch(subroutine, instruction);
    return step();
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<StoreWord>> load_pins{"load"};
  Wire<Beat<StoreSubroutine>> begin_pins{"begin"};
  Wire<Beat<AssistFetch>> fetch_pins{"fetch"};
  Wire<Beat<AssistWord>> word{"word"};
  Wire<bool> rst_n{"rst_n"};
  AssistWarpStore block;
};

// Vijaykumar2015, section 4.3: the store is loaded before the program runs, and indexed by SR.ID and Inst.ID.
TEST(AssistWarpStore, GivesTheInstructionsOfASubroutineInTurn) {
  Bench bench;
  for (unsigned n = 0; n < 10; ++n) bench.load(100 + n, 0xabcd'0000'0000'0000 + n), bench.step();
  bench.begin(3, 100);
  bench.step();
  bench.begin(4, 106);
  bench.step();
  for (unsigned n = 0; n < 6; ++n) EXPECT_EQ(bench.fetched(3, n), 0xabcd'0000'0000'0000 + n);
  for (unsigned n = 0; n < 4; ++n) EXPECT_EQ(bench.fetched(4, n), 0xabcd'0000'0000'0006 + n);
}

TEST(AssistWarpStore, AWordShowsBehindTheEdgeThatSamplesItsFetchAndNotBefore) {
  Bench bench;
  bench.load(7, 42);
  bench.step();
  bench.fetch(0, 7);
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.shown(), std::nullopt);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.shown(), 42u);
  bench.fetch_pins.write({});
  EXPECT_EQ(bench.stay(), std::nullopt);
}

TEST(AssistWarpStore, SaysForWhomAWordIs) {
  Bench bench;
  bench.fetch(0, 0, 15, true);
  bench.step();
  EXPECT_EQ(bench.word.read().payload, (AssistWord{{15}, true, 0}));
  bench.fetch(0, 0, 6, false);
  bench.step();
  EXPECT_EQ(bench.word.read().payload, (AssistWord{{6}, false, 0}));
}

TEST(AssistWarpStore, AFetchDoesNotSeeTheLoadOfItsEdge) {
  Bench bench;
  bench.load(9, 1);
  bench.fetch(0, 9);
  EXPECT_EQ(bench.step(), 0u) << "the first load";
  bench.load(9, 2);
  bench.fetch(0, 9);
  EXPECT_EQ(bench.step(), 1u);
  EXPECT_EQ(bench.fetched(0, 9), 2u);
}

TEST(AssistWarpStore, AFetchDoesNotSeeTheBeginningOfItsEdge) {
  Bench bench;
  bench.load(20, 20);
  bench.begin(31, 20);
  bench.step();
  bench.load(30, 30);
  bench.step();
  bench.begin(31, 30);
  bench.fetch(31, 0);
  EXPECT_EQ(bench.step(), 20u);
  EXPECT_EQ(bench.fetched(31, 0), 30u);
}

TEST(AssistWarpStore, AFetchThatIsHeldSeesWhatIsLoadedOneEdgeLater) {
  Bench bench;
  bench.load(3, 7);
  bench.fetch(0, 3);
  EXPECT_EQ(bench.stay(), 0u);
  EXPECT_EQ(bench.stay(), 7u);
  bench.load_pins.write({});
  bench.begin(0, 1);
  EXPECT_EQ(bench.stay(), 7u);
  EXPECT_EQ(bench.stay(), 0u) << "word 4 was not loaded";
}

TEST(AssistWarpStore, WordsThatWereNotLoadedAreZero) {
  Bench bench({.words = 16});
  for (unsigned n = 0; n < 16; ++n) EXPECT_EQ(bench.fetched(0, n), 0u);
}

TEST(AssistWarpStore, SubroutinesBeginAtWord0UntilTheyAreTold) {
  Bench bench({.words = 16});
  bench.load(5, 55);
  bench.step();
  for (unsigned s = 0; s < most_subroutines; ++s) EXPECT_EQ(bench.fetched(s, 5), 55u);
  bench.begin(17, 2);
  bench.step();
  for (unsigned s = 0; s < most_subroutines; ++s) EXPECT_EQ(bench.fetched(s, s == 17 ? 3 : 5), 55u) << s;
}

class AssistWarpStoreSize : public testing::TestWithParam<unsigned> {};

TEST_P(AssistWarpStoreSize, BeyondItNothingIsKept) {
  const unsigned words = GetParam();
  Bench bench({.words = words});
  for (unsigned n = 0; n < 1024; ++n) bench.load(n, n + 1), bench.step();
  bench.begin(2, 1023);
  bench.step();
  for (unsigned n = 0; n < 1024; ++n) ASSERT_EQ(bench.fetched(0, n), n < words ? n + 1 : 0) << n;
  EXPECT_EQ(bench.fetched(2, 0), words == 1024 ? 1024 : 0);
  for (const unsigned n : {1u, 2u, 512u, 1023u})
    EXPECT_EQ(bench.fetched(2, n), 0u) << n << ": an address does not wrap";
}

TEST(AssistWarpStore, ResetForgetsAll) {
  Bench bench;
  bench.load(12, 5);
  bench.begin(1, 12);
  bench.step();
  EXPECT_EQ(bench.fetched(1, 0), 5u);
  bench.rst_n.write(false);
  bench.fetch(1, 0);
  bench.load(13, 6);
  bench.begin(2, 13);
  EXPECT_EQ(bench.step(), std::nullopt);
  bench.rst_n.write(true);
  for (const unsigned n : {0u, 12u, 13u})
    for (const unsigned s : {1u, 2u}) EXPECT_EQ(bench.fetched(s, n), 0u);
  bench.load(13, 8);
  bench.step();
  EXPECT_EQ(bench.fetched(1, 13), 8u) << "subroutine 1 begins at word 0 again";
}

TEST(AssistWarpStore, SleepsWhileNothingChanges) {
  Bench bench;
  bench.load(1, 1);
  bench.begin(1, 1);
  bench.step();
  bench.fetch(1, 0);
  bench.stay();
  bench.stay();
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before) << "the same fetch gives the same word";
  EXPECT_EQ(bench.shown(), 1u);
}

/// What a store was told, without a store: a map has what was loaded, wherever that is.
class Told {
 public:
  explicit Told(unsigned words) : words_(words) {}
  void load(unsigned address, std::uint64_t code) { loads_.insert_or_assign(address, code); }
  void begin(unsigned subroutine, unsigned first) { begins_.insert_or_assign(subroutine, first); }
  std::uint64_t word(unsigned subroutine, unsigned instruction) const {
    const auto began = begins_.find(subroutine);
    const unsigned address = began == begins_.end() ? instruction : instruction + began->second;
    const auto loaded = loads_.find(address);
    return loaded == loads_.end() || address >= words_ ? 0 : loaded->second;
  }

 private:
  unsigned words_;
  std::map<unsigned, std::uint64_t> loads_;
  std::map<unsigned, unsigned> begins_;
};

TEST_P(AssistWarpStoreSize, AgreesWithWhatItWasTold) {
  const unsigned words = GetParam();
  const std::uint64_t seed = 20151 + words;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Bench bench({.words = words});
  Told told(words);
  unsigned held = 0;
  for (unsigned n = 0; n < 10'000; ++n) {
    const unsigned s = random.below(4) * 9, i = random.below(random.one_in(4) ? 1024 : words);
    std::optional<std::uint64_t> expected;
    if (!random.one_in(4)) {
      bench.fetch(s, i);
      expected = told.word(s, i);
      held += *expected != 0;
    }
    if (random.one_in(2)) {
      const unsigned address = random.below(random.one_in(8) ? 1024 : words);
      const std::uint64_t code = random();
      bench.load(address, code);
      told.load(address, code);
    }
    if (random.one_in(64)) {
      const unsigned t = random.below(4) * 9, first = random.below(random.one_in(8) ? 1024 : words);
      bench.begin(t, first);
      told.begin(t, first);
    }
    ASSERT_EQ(bench.step(), expected) << "cycle " << n;
  }
  EXPECT_GT(held, 100u);
}
INSTANTIATE_TEST_SUITE_P(Words, AssistWarpStoreSize, testing::Values(1u, 2u, 37u, 256u, 1000u, 1023u, 1024u));

TEST(AssistWarpStore, BadParametersAreErrorsThatNameThem) {
  expect_refused<AssistWarpStore>("words", "0", "1 .. 1024");
  expect_refused<AssistWarpStore>("words", "1025", "1 .. 1024");
  EXPECT_THROW(AssistStoreState(0), Error);
  EXPECT_THROW(AssistStoreState(1025), Error);
}

}  // namespace
}  // namespace heddle::assist_warp_store_test
