// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/assist_warp_buffer/assist_warp_buffer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <vector>

#include "hw/sim/wire.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::assist_warp_buffer_test {
namespace {

using Step = AssistBufferState::Step;
constexpr std::uint64_t word_a = 0xa, word_b = 0xb, word_c = 0xc, word_d = 0xd;

/// An instruction of low priority in a slot.
struct Slot {
  unsigned entry;
  std::uint64_t word;
  bool operator==(const Slot&) const = default;
};
using Slots = std::vector<Slot>;

/// A buffer with its wires in a clock domain.
struct Bench {
  explicit Bench(const AssistWarpBufferConfig& config) : block("buffer", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.insert.port(insert);
    block.io.issued.port(issued);
    block.io.flush.port(flush);
    block.io.high.port(high);
    block.io.low.port(low);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  /// An edge that samples this.
  void step(const Step& s) {
    Beat<AssistWord> word{};
    if (s.insert)
      word = {{{static_cast<std::uint8_t>(s.insert->entry)}, s.insert->low, s.insert->word}, true};
    insert.write(word);
    issued.write({{{s.issued}}});
    Beat<AssistEntry> entry{};
    if (s.flush) entry = {{{static_cast<std::uint8_t>(*s.flush)}}, true};
    flush.write(entry);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
  }
  /// Expects zero where there is none.
  std::optional<std::uint64_t> first(unsigned e) const {
    const StagedHigh& h = high.read().payload;
    if ((h.valid.value >> e & 1) != 0) return h.words[e];
    EXPECT_EQ(h.words[e], 0u) << e;
    return std::nullopt;
  }
  /// Expects that no slot is free below one that is not, and zeros behind the last.
  Slots slots() const {
    const StagedLow& l = low.read().payload;
    Slots all;
    for (unsigned s = 0; s < most_staged; ++s) {
      if ((l.valid.value >> s & 1) != 0) {
        EXPECT_EQ(all.size(), s);
        all.push_back({l.entries[s], l.words[s]});
      } else {
        EXPECT_EQ(l.entries[s], 0u);
        EXPECT_EQ(l.words[s], 0u);
      }
    }
    return all;
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<AssistWord>> insert{"insert"};
  Wire<Level<AssistIssued>> issued{"issued"};
  Wire<Beat<AssistEntry>> flush{"flush"};
  Wire<Level<StagedHigh>> high{"high"};
  Wire<Level<StagedLow>> low{"low"};
  Wire<bool> rst_n{"rst_n"};
  AssistWarpBuffer block;
};

Step comes(unsigned entry, std::uint64_t word, bool low = false) {
  return {.insert = AssistBufferState::Staged{entry, low, word}};
}
Step goes(AssistEntries entries) { return {.issued = entries}; }
Step flushes(unsigned entry) { return {.flush = entry}; }

TEST(AssistWarpBuffer, ShowsAnInstructionBehindTheEdgeThatSamplesItAndNotBefore) {
  Bench bench({});
  bench.insert.write({{{3}, false, word_a}, true});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before the edge
  EXPECT_EQ(bench.first(3), std::nullopt);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.first(3), word_a);
}

TEST(AssistWarpBuffer, IssuesTheInstructionsOfAnEntryInTheirOrder) {
  Bench bench({});
  bench.step(comes(1, word_a));
  bench.step(comes(1, word_b));
  EXPECT_EQ(bench.first(1), word_a);
  bench.step(goes(0b10));
  EXPECT_EQ(bench.first(1), word_b);
  bench.step(goes(0b10));
  EXPECT_EQ(bench.first(1), std::nullopt);
}

TEST(AssistWarpBuffer, WhatComesTakesThePlaceOfWhatIsIssued) {
  Bench bench({.depth = 1, .low_slots = 1});
  bench.step(comes(1, word_a));
  bench.step({.insert = AssistBufferState::Staged{1, false, word_b}, .issued = 0b10});
  EXPECT_EQ(bench.first(1), word_b);
  bench.step(comes(4, word_c, true));
  bench.step({.insert = AssistBufferState::Staged{5, true, word_d}, .issued = 1 << 4});
  EXPECT_EQ(bench.slots(), (Slots{{5, word_d}}));
}

TEST(AssistWarpBuffer, WhatFindsNoRoomIsDropped) {
  Bench bench({.entries = 2});
  for (const std::uint64_t word : {word_a, word_b, word_c}) {
    bench.step(comes(1, word));
    bench.step(comes(0, word, true));
  }
  EXPECT_EQ(bench.slots(), (Slots{{0, word_a}, {0, word_b}}));
  bench.step(goes(0b10));
  EXPECT_EQ(bench.first(1), word_b);
  bench.step(goes(0b10));
  EXPECT_EQ(bench.first(1), std::nullopt);
}

/// Two slots, as in section 4.3 of the paper.
TEST(AssistWarpBuffer, AssistWarpsOfLowPriorityShareTheSlots) {
  Bench bench({});
  bench.step(comes(7, word_a, true));
  bench.step(comes(2, word_b, true));
  EXPECT_EQ(bench.slots(), (Slots{{7, word_a}, {2, word_b}}));
  bench.step(goes(1 << 2));
  EXPECT_EQ(bench.slots(), (Slots{{7, word_a}})) << "a younger one may be issued first";
}

TEST(AssistWarpBuffer, SeveralMayLeaveTheSlotsAtOnce) {
  Bench bench({.low_slots = 4});
  const unsigned entries[] = {6, 1, 6, 3};
  for (unsigned n = 0; n < 4; ++n) bench.step(comes(entries[n], word_a + n, true));
  bench.step({.insert = AssistBufferState::Staged{1, true, 0x77}, .issued = 1 << 6 | 1 << 1});
  EXPECT_EQ(bench.slots(), (Slots{{6, word_c}, {3, word_d}, {1, 0x77}}));
}

TEST(AssistWarpBuffer, TheFifoGoesBeforeTheSlots) {
  Bench bench({});
  bench.step(comes(1, word_a, true));
  bench.step(comes(1, word_b));
  bench.step(goes(0b10));
  EXPECT_EQ(bench.first(1), std::nullopt);
  EXPECT_EQ(bench.slots(), (Slots{{1, word_a}}));
  bench.step(goes(0b10));
  EXPECT_EQ(bench.slots(), Slots{});
}

TEST(AssistWarpBuffer, AFlushTakesAllOfItsEntryAndNothingElse) {
  Bench bench({.depth = 4, .low_slots = 4});
  for (const std::uint64_t word : {word_a, word_b, word_c}) bench.step(comes(1, word));
  bench.step(comes(2, word_d));
  bench.step(comes(1, word_a, true));
  bench.step(comes(3, word_b, true));
  bench.step(comes(1, word_c, true));
  bench.step({.issued = 0b10, .flush = 1});
  EXPECT_EQ(bench.first(1), std::nullopt);
  EXPECT_EQ(bench.first(2), word_d);
  EXPECT_EQ(bench.slots(), (Slots{{3, word_b}}));
  bench.step(goes(0b10));
  EXPECT_EQ(bench.first(1), std::nullopt);
}

TEST(AssistWarpBuffer, WhatComesWithAFlushOrAnEdgeBehindItIsDropped) {
  Bench bench({});
  bench.step({.insert = AssistBufferState::Staged{1, false, word_a}, .flush = 1});
  bench.step(comes(1, word_b));
  EXPECT_EQ(bench.first(1), std::nullopt);
  bench.step(comes(1, word_c));
  EXPECT_EQ(bench.first(1), word_c);
}

TEST(AssistWarpBuffer, SoIsWhatComesOfLowPriority) {
  Bench bench({});
  bench.step({.insert = AssistBufferState::Staged{1, true, word_a}, .flush = 1});
  bench.step(comes(1, word_b, true));
  EXPECT_EQ(bench.slots(), Slots{});
  bench.step(comes(1, word_c, true));
  EXPECT_EQ(bench.slots(), (Slots{{1, word_c}}));
}

TEST(AssistWarpBuffer, WhatComesForOthersIsNotFlushed) {
  Bench bench({});
  bench.step({.insert = AssistBufferState::Staged{2, false, word_a}, .flush = 1});
  bench.step({.insert = AssistBufferState::Staged{3, false, word_b}, .flush = 4});
  bench.step(comes(1, word_c));
  EXPECT_EQ(bench.first(2), word_a);
  EXPECT_EQ(bench.first(3), word_b);
  EXPECT_EQ(bench.first(1), word_c) << "its flush was two edges ago, and the last one of another";
}

TEST(AssistWarpBuffer, EntriesThatThereAreNotMeanNothing) {
  Bench bench({.entries = 3});
  bench.step(comes(0, word_a));
  bench.step(comes(3, word_b));
  bench.step(comes(8, word_b, true));
  bench.step(
      {.insert = AssistBufferState::Staged{0, false, word_c}, .issued = ~AssistEntries{7}, .flush = 4});
  bench.step(goes(0b1));
  EXPECT_EQ(bench.first(0), word_c);
  for (unsigned e = 1; e < most_assist_warps; ++e) EXPECT_EQ(bench.first(e), std::nullopt) << e;
  EXPECT_EQ(bench.slots(), Slots{});
}

TEST(AssistWarpBuffer, HoldsAsManyAsThereMayBe) {
  Bench bench({.entries = 64, .depth = 4, .low_slots = 4});
  for (unsigned n = 0; n < 4; ++n)
    for (unsigned e = 0; e < 64; ++e) bench.step(comes(e, 0x100 * n + e));
  for (unsigned n = 0; n < 4; ++n) bench.step(comes(63 - n, n, true));
  EXPECT_EQ(bench.slots(), (Slots{{63, 0}, {62, 1}, {61, 2}, {60, 3}}));
  for (unsigned n = 0; n < 4; ++n) {
    for (unsigned e = 0; e < 64; ++e) EXPECT_EQ(bench.first(e), 0x100 * n + e);
    bench.step(goes(~AssistEntries{0}));
  }
  bench.step(goes(AssistEntries{15} << 60));
  EXPECT_EQ(bench.slots(), Slots{});
}

TEST(AssistWarpBuffer, ResetForgetsAllThatIsStagedAndTheLastFlush) {
  Bench bench({});
  bench.step(comes(1, word_a));
  bench.step(comes(2, word_b, true));
  bench.step(flushes(5));
  bench.rst_n.write(false);
  bench.step(comes(3, word_c));
  EXPECT_EQ(bench.first(1), std::nullopt);
  EXPECT_EQ(bench.slots(), Slots{});
  bench.rst_n.write(true);
  bench.step(comes(5, word_d));
  EXPECT_EQ(bench.first(5), word_d);
  EXPECT_EQ(bench.first(3), std::nullopt);
}

TEST(AssistWarpBuffer, SleepsWhileNothingComesAndNothingIsIssued) {
  Bench bench({});
  bench.step(comes(1, word_a));
  bench.step(flushes(2));
  for (unsigned n = 0; n < 3; ++n) bench.step({});
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  EXPECT_EQ(bench.first(1), word_a);
}

TEST(AssistWarpBuffer, WhatStandsOnThePinsCountsAtEachEdge) {
  Bench bench({.depth = 4});
  for (unsigned n = 0; n < 3; ++n) bench.step(comes(1, word_a));
  bench.step({.insert = AssistBufferState::Staged{1, false, word_a}, .issued = 0b10});
  bench.step(goes(0b10));
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.first(1), word_a);
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.first(1), std::nullopt);
}

/// All that is staged in the order in which it came, whatever its priority; of each entry the edge of its
/// last flush.
class Naive {
 public:
  explicit Naive(const AssistWarpBufferConfig& config) : config_(config), flushed_(config.entries, -2) {}

  void step(const Step& s) {
    ++now_;
    for (unsigned e = 0; e < config_.entries; ++e)
      if ((s.issued >> e & 1) != 0) issue(e);
    if (s.flush && *s.flush < config_.entries) {
      std::erase_if(staged_, [&](const auto& i) { return i.entry == *s.flush; });
      flushed_[*s.flush] = now_;
    }
    if (!s.insert || s.insert->entry >= config_.entries || now_ - flushed_[s.insert->entry] <= 1) return;
    const auto beside = std::count_if(staged_.begin(), staged_.end(), [&](const auto& i) {
      return i.low == s.insert->low && (i.low || i.entry == s.insert->entry);
    });
    if (beside < (s.insert->low ? config_.low_slots : config_.depth)) staged_.push_back(*s.insert);
  }
  std::optional<std::uint64_t> first(unsigned e) const {
    for (const auto& i : staged_)
      if (i.entry == e && !i.low) return i.word;
    return std::nullopt;
  }
  Slots slots() const {
    Slots all;
    for (const auto& i : staged_)
      if (i.low) all.push_back({i.entry, i.word});
    return all;
  }

 private:
  void issue(unsigned e) {
    for (const bool low : {false, true})
      for (auto i = staged_.begin(); i != staged_.end(); ++i)
        if (i->entry == e && i->low == low) {
          staged_.erase(i);
          return;
        }
  }

  const AssistWarpBufferConfig config_;
  std::vector<AssistBufferState::Staged> staged_;
  std::vector<int> flushed_;
  int now_ = 0;
};

struct Shape {
  AssistWarpBufferConfig config;
};
void PrintTo(const Shape& s, std::ostream* out) {
  *out << s.config.entries << " entries, depth " << s.config.depth << ", " << s.config.low_slots << " slots";
}

class AssistWarpBufferRandom : public testing::TestWithParam<Shape> {};

/// Model and module; a reset is between two seeds.
TEST_P(AssistWarpBufferRandom, EqualsANaiveReference) {
  const AssistWarpBufferConfig& config = GetParam().config;
  Bench bench(config);
  AssistBufferState state(config.entries, config.depth, config.low_slots);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Naive naive(config);
    state.reset();
    bench.rst_n.write(false);
    bench.step({});
    bench.rst_n.write(true);
    const unsigned entries = std::min(config.entries + 1, most_assist_warps), flush_in = 2 + random.below(40);
    const bool mostly_low = random.one_in(2), often_issued = random.one_in(2);
    for (unsigned n = 0; n < 500; ++n) {
      Step s;
      if (!random.one_in(3)) s = comes(random.below(entries), random(), random.one_in(2) || mostly_low);
      s.issued = random() & random() & (often_issued ? ~AssistEntries{0} : random());
      if (random.one_in(flush_in)) s.flush = random.below(entries);
      state.step(s);
      naive.step(s);
      bench.step(s);
      for (unsigned e = 0; e < config.entries; ++e) {
        const std::uint64_t* first = state.first(e);
        ASSERT_EQ(first == nullptr ? std::nullopt : std::optional(*first), naive.first(e)) << n;
        ASSERT_EQ(bench.first(e), naive.first(e)) << n;
      }
      Slots low;
      for (const auto& l : state.low()) low.push_back({l.entry, l.word});
      ASSERT_EQ(low, naive.slots()) << n;
      ASSERT_EQ(bench.slots(), naive.slots()) << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AssistWarpBufferRandom,
                         testing::Values(Shape{{}}, Shape{{.entries = 1, .depth = 1, .low_slots = 1}},
                                         Shape{{.entries = 3, .depth = 4, .low_slots = 4}},
                                         Shape{{.entries = 16, .depth = 3, .low_slots = 3}},
                                         Shape{{.entries = 64, .depth = 2, .low_slots = 2}}),
                         [](const auto& info) {
                           const AssistWarpBufferConfig& c = info.param.config;
                           return fmt::format("Entries{}Depth{}LowSlots{}", c.entries, c.depth, c.low_slots);
                         });

TEST(AssistWarpBuffer, BadParametersAreErrorsThatNameThem) {
  expect_refused<AssistWarpBuffer>("entries", "0", "1 .. 64");
  expect_refused<AssistWarpBuffer>("entries", "65", "1 .. 64");
  expect_refused<AssistWarpBuffer>("depth", "0", "1 .. 4");
  expect_refused<AssistWarpBuffer>("depth", "5", "1 .. 4");
  expect_refused<AssistWarpBuffer>("low_slots", "0", "1 .. 4");
  expect_refused<AssistWarpBuffer>("low_slots", "5", "1 .. 4");
  for (const auto& [entries, depth, slots] :
       {std::array{0u, 2u, 2u}, {65u, 2u, 2u}, {8u, 0u, 2u}, {8u, 5u, 2u}, {8u, 2u, 0u}, {8u, 2u, 5u}})
    EXPECT_THROW(AssistBufferState(entries, depth, slots), Error);
}

}  // namespace
}  // namespace heddle::assist_warp_buffer_test
