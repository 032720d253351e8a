// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tests/caba/pending_store_buffer_bench.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::pending_store_buffer_test {
namespace {

TEST(PendingStoreBuffer, AnswersBehindTheEdgeThatTakesTheRequestAndNotBefore) {
  Bench bench(8);
  bench.put(asks(store, 5, lower));
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before the edge
  EXPECT_EQ(bench.shown().answer, std::nullopt);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.shown(), (Shown{.answer = stored(0), .entries = 1}));
}

TEST(PendingStoreBuffer, PartsOfALineMeetInOneEntryUntilItIsComplete) {
  Bench bench(8);
  EXPECT_EQ(bench.step(asks(store, 5, lower)).answer, stored(0));
  EXPECT_EQ(bench.step(asks(store, 6, lower)).answer, stored(1));
  EXPECT_EQ(bench.step(asks(store, 5, lower)).answer, stored(0));
  EXPECT_EQ(bench.step(asks(store, 5, upper)).answer, stored(0, true));
  EXPECT_EQ(bench.step(asks(store, 7, whole)).answer, stored(2, true));
  EXPECT_EQ(bench.step(nothing), Shown{.entries = 0b111});
}

TEST(PendingStoreBuffer, ALineShowsAnEdgeAfterItsReleaseAndStaysUntilItIsTaken) {
  Bench bench(8);
  bench.step(asks(store, 5, lower));
  EXPECT_EQ(bench.step(releases(PendingReach::one)), Shown{.entries = 1});
  for (unsigned n = 0; n < 3; ++n)
    EXPECT_EQ(bench.step(nothing), (Shown{.leave = leaves(0, 5, lower), .entries = 1}));
  EXPECT_EQ(bench.step(room), Shown{});
}

TEST(PendingStoreBuffer, LinesLeaveOldestFirst) {
  Bench bench(3);
  for (unsigned n = 0; n < 3; ++n) bench.step(asks(store, n, lower));
  bench.step(releases(PendingReach::one, 0));
  bench.step(room);
  bench.step(room);
  bench.step(asks(store, 7, upper));  // in entry 0 again, and the youngest
  bench.step(releases(PendingReach::all));
  EXPECT_EQ(bench.step(room).leave, leaves(1, 1, lower));
  EXPECT_EQ(bench.step(room).leave, leaves(2, 2, lower));
  EXPECT_EQ(bench.step(room).leave, leaves(0, 7, upper));
  EXPECT_EQ(bench.step(room), Shown{});
}

/// Section 5.2.2: an overflow releases stores, uncompressed.
TEST(PendingStoreBuffer, AStoreThatFindsNoEntryMakesTheOldestIncompleteLineLeave) {
  Bench bench(3);
  bench.step(asks(store, 0, whole));
  bench.step(asks(store, 1, lower));
  bench.step(asks(store, 2, lower));
  EXPECT_EQ(bench.step(asks(store, 3, upper)), (Shown{.ready = false, .entries = 0b111}));
  EXPECT_EQ(bench.step(nothing), (Shown{.ready = false, .leave = leaves(1, 1, lower), .entries = 0b111}));
  EXPECT_EQ(bench.step(room), (Shown{.ready = false, .entries = 0b101}));
  EXPECT_EQ(bench.step(nothing), (Shown{.answer = stored(1), .entries = 0b111}));
}

TEST(PendingStoreBuffer, WhereAllAreCompleteItPasses) {
  Bench bench(2);
  bench.step(asks(store, 0, whole));
  bench.step(asks(store, 1, whole));
  EXPECT_EQ(bench.step(asks(store, 2, lower)), (Shown{.answer = passes, .entries = 0b11}));
  EXPECT_EQ(bench.step(asks(store, 1, lower)).answer, stored(1, true)) << "its line is there";
}

TEST(PendingStoreBuffer, ALoadSeesWhatIsPending) {
  Bench bench(4);
  bench.step(asks(store, 0, whole));
  bench.step(asks(store, 1, lower));
  EXPECT_EQ(bench.step(asks(load, 0)).answer, served(0));
  EXPECT_EQ(bench.step(asks(load, 2)).answer, passes);
  EXPECT_EQ(bench.step(asks(load, 1)).answer, std::nullopt);
  EXPECT_EQ(bench.step(nothing).leave, leaves(1, 1, lower));
  EXPECT_EQ(bench.step(room).answer, std::nullopt);
  EXPECT_EQ(bench.step(nothing), (Shown{.answer = passes, .entries = 1}));
}

TEST(PendingStoreBuffer, AStoreWaitsWhileItsLineLeaves) {
  Bench bench(4);
  bench.step(asks(store, 1, lower));
  Step both = asks(store, 1, upper);
  both.release = State::Release{PendingReach::one, 0};
  EXPECT_EQ(bench.step(both), (Shown{.ready = false, .entries = 1})) << "the release acts first";
  EXPECT_EQ(bench.step(nothing).leave, leaves(0, 1, lower));
  EXPECT_EQ(bench.step(asks(store, 9, whole)).leave, leaves(0, 1, lower)) << "this one is not taken";
  bench.step(room);
  EXPECT_EQ(bench.step(nothing), (Shown{.answer = stored(0), .entries = 1}));
}

class PendingStoreBufferOf : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Entries, PendingStoreBufferOf, testing::Values(1u, 4u, 32u));

TEST_P(PendingStoreBufferOf, AnOrderedRequestPassesWhenAllHasLeft) {
  Bench bench(GetParam());
  EXPECT_EQ(bench.step(asks(ordered, 0)).answer, passes);
  for (unsigned n = 0; n < GetParam(); ++n) bench.step(asks(store, n, lower));
  // An edge to mark them, one until the first shows, one to take each, and one to answer.
  EXPECT_EQ(bench.edges_until_answer(asks(ordered, 0)), GetParam() + 3);
  EXPECT_EQ(bench.shown().entries, 0u);
}

/// What is left of a part of a line, of a whole one, and of a younger part, when these leave that a release
/// reaches, or the second one of two does.
struct Reached {
  PendingReach reach;
  bool twice;
  std::uint32_t left;
};
void PrintTo(const Reached& r, std::ostream* out) {
  *out << "reach " << static_cast<int>(r.reach) << (r.twice ? " twice" : "");
}
class PendingStoreBufferReleases : public testing::TestWithParam<Reached> {};
INSTANTIATE_TEST_SUITE_P(Reach, PendingStoreBufferReleases,
                         testing::Values(Reached{PendingReach::one, false, 0b110},
                                         Reached{PendingReach::incomplete, false, 0b110},
                                         Reached{PendingReach::all, false, 0b100},
                                         Reached{PendingReach::aged, false, 0b111},
                                         Reached{PendingReach::aged, true, 0b100}));

TEST_P(PendingStoreBufferReleases, ReachWhatTheyName) {
  Bench bench(4);
  bench.step(asks(store, 0, lower));
  bench.step(asks(store, 1, whole));
  bench.step(releases(GetParam().reach));
  bench.step(asks(store, 2, lower));
  if (GetParam().twice) bench.step(releases(GetParam().reach));
  for (unsigned n = 0; n < 8; ++n) bench.step(room);
  EXPECT_EQ(bench.shown().entries, GetParam().left);
}

TEST(PendingStoreBuffer, ResetForgetsAll) {
  Bench bench(1);
  bench.step(asks(store, 0, lower));
  bench.step(asks(store, 1, lower));
  EXPECT_EQ(bench.step(nothing).leave, leaves(0, 0, lower));
  bench.rst_n.write(false);
  EXPECT_EQ(bench.step(asks(store, 2, lower)), Shown{});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.step(nothing), Shown{});
  EXPECT_EQ(bench.step(asks(store, 3, lower)).answer, stored(0));
}

TEST(PendingStoreBuffer, SleepsWhileNothingComesAndNothingLeaves) {
  Bench bench(4);
  bench.step(asks(store, 0, lower));
  for (unsigned n = 0; n < 3; ++n) bench.step(nothing);
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  EXPECT_EQ(bench.shown(), Shown{.entries = 1});
}

/// Lines by their number, with a count for their age.
class Naive {
 public:
  explicit Naive(unsigned entries) : size_(entries) {}

  Shown step(const Step& s) {
    const std::map<std::uint64_t, Line> before = lines_;
    std::optional<std::uint64_t> gone;
    if (shown_ && s.room) gone = *std::exchange(shown_, std::nullopt);
    if (!shown_) {
      for (const auto& [number, line] : before)
        if (line.leaves && gone != number && (!shown_ || line.age < before.at(*shown_).age)) shown_ = number;
    }
    if (s.release)
      for (auto& [number, line] : lines_) {
        const auto reach = s.release->reach;
        line.leaves |= reach == PendingReach::all ||
                       (reach == PendingReach::one && line.entry == s.release->entry) ||
                       (reach == PendingReach::incomplete && !line.bytes.all()) ||
                       (reach == PendingReach::aged && line.old);
        line.old |= reach == PendingReach::aged;
      }
    if (waiting_.empty() && s.request) waiting_.push_back(*s.request);
    Shown now;
    if (!waiting_.empty() && (now.answer = answer(waiting_.front()))) waiting_.clear();
    if (gone) lines_.erase(*gone);
    now.ready = waiting_.empty();
    if (shown_) {
      const Line& line = lines_.at(*shown_);
      now.leave = leaves(line.entry, *shown_, words(line.bytes));
    }
    for (const auto& [number, line] : lines_) now.entries |= 1u << line.entry;
    return now;
  }

 private:
  using Bytes = std::bitset<128>;
  struct Line {
    unsigned entry = 0, age = 0;
    Bytes bytes;
    bool leaves = false, old = false;
  };
  static Bytes bits(const PendingBytes& bytes) {
    Bytes all;
    for (unsigned b = 0; b < 128; ++b) all[b] = (bytes[b / 32] >> b % 32 & 1) != 0;
    return all;
  }
  static PendingBytes words(const Bytes& bytes) {
    PendingBytes all{};
    for (unsigned b = 0; b < 128; ++b) all[b / 32] |= unsigned{bytes[b]} << b % 32;
    return all;
  }
  std::optional<PendingAnswer> answer(const State::Request& r) {
    const auto found = lines_.find(r.line);
    if (r.kind == ordered) {
      for (auto& [number, line] : lines_) line.leaves = true;
      return lines_.empty() ? std::optional(passes) : std::nullopt;
    }
    if (found != lines_.end() && found->second.leaves) return std::nullopt;
    if (r.kind == load) {
      if (found == lines_.end()) return passes;
      if (found->second.bytes.all()) return served(found->second.entry);
      found->second.leaves = true;
      return std::nullopt;
    }
    if (found == lines_.end() && lines_.size() == size_) return no_room();
    Line& line = found != lines_.end() ? found->second : lines_[r.line];
    if (found == lines_.end()) {
      std::set<unsigned> taken;
      for (const auto& [number, other] : lines_)
        if (number != r.line) taken.insert(other.entry);
      while (taken.contains(line.entry)) ++line.entry;
      line.age = ++clock_;
    }
    line.bytes |= bits(r.bytes);
    return stored(line.entry, line.bytes.all());
  }
  std::optional<PendingAnswer> no_room() {
    Line* oldest = nullptr;
    for (auto& [number, line] : lines_) {
      if (line.leaves) return std::nullopt;
      if (!line.bytes.all() && (oldest == nullptr || line.age < oldest->age)) oldest = &line;
    }
    if (oldest == nullptr) return passes;
    oldest->leaves = true;
    return std::nullopt;
  }

  const unsigned size_;
  unsigned clock_ = 0;
  std::map<std::uint64_t, Line> lines_;
  std::vector<State::Request> waiting_;
  std::optional<std::uint64_t> shown_;
};

class PendingStoreBufferRandom : public testing::TestWithParam<unsigned> {};

/// Model and module; a reset is between two seeds.
TEST_P(PendingStoreBufferRandom, EqualsANaiveReference) {
  const unsigned entries = GetParam();
  Bench bench(entries);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    Naive naive(entries);
    bench.rst_n.write(false);
    bench.step({});
    bench.rst_n.write(true);
    const unsigned lines = 1 + random.below(2 * entries), room_in = 1 + random.below(4),
                   release_in = 4 + random.below(60);
    for (unsigned n = 0; n < 1000; ++n) {
      Step s{.room = random.one_in(room_in)};
      if (!random.one_in(4)) {
        s = asks(random.one_in(40)  ? ordered
                 : random.one_in(6) ? load
                                    : store,
                 random.below(lines),
                 random.one_in(3)   ? whole
                 : random.one_in(2) ? lower
                                    : upper);
        s.room = random.one_in(room_in);
        if (random.one_in(3))
          for (auto& word : s.request->bytes) word = static_cast<std::uint32_t>(random());
      }
      if (random.one_in(release_in))
        s.release = State::Release{static_cast<PendingReach>(random.below(4)), random.below(entries)};
      ASSERT_EQ(bench.step(s), naive.step(s)) << n;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Entries, PendingStoreBufferRandom, testing::Values(1u, 2u, 3u, 8u, 32u));

TEST(PendingStoreBuffer, BadParametersAreErrorsThatNameThem) {
  expect_refused<PendingStoreBuffer>("entries", "0", "1 .. 32");
  expect_refused<PendingStoreBuffer>("entries", "33", "1 .. 32");
  EXPECT_THROW(PendingLinesState(0), Error);
  EXPECT_THROW(PendingLinesState(33), Error);
}

}  // namespace
}  // namespace heddle::pending_store_buffer_test
