// SPDX-License-Identifier: Apache-2.0
// More tags than lines of data: a set holds more lines if they are encoded and short.
#include <numeric>

#include "tests/memory/edge_bench.hpp"
#include "tests/memory/l2_bench.hpp"

namespace heddle::l2_tags_test {
namespace {

constexpr std::uint64_t far = 256 * 12;  // the same slice

/// A slice of one set of 16 lines.
MemoryConfig one_set(unsigned tags) {
  MemoryConfig config;
  config.l2.cache.bytes = 128 * 16;
  config.l2.tags = tags;
  return config;
}

/// 24 lines that are written, and then read twice.
std::vector<Step> lines_of(bool narrow_ones) {
  std::vector<Step> script;
  for (unsigned i = 0; i < 24; ++i) {
    std::vector<unsigned char> bytes = narrow(i);
    if (!narrow_ones) bytes[2] = 1;
    script.push_back(write_line(far * i, bytes));
  }
  for (unsigned i = 0; i < 48; ++i) script.push_back(read(far * (i % 24), 128, i < 24 ? 20'000 : 40'000));
  return script;
}

/// The misses of two machines with so many tags for each line.
std::pair<double, double> misses_with(unsigned tags, unsigned other_tags, bool narrow_ones) {
  EdgeBench one(toy_edges({EdgePlace::l2}), one_set(tags), "one"),
      other(toy_edges({EdgePlace::l2}), one_set(other_tags), "other");
  for (EdgeBench* e : {&one, &other}) e->sm().script = lines_of(narrow_ones);
  for (EdgeBench* e : {&one, &other}) {
    e->run();
    for (unsigned i = 0; i < 48; ++i)
      EXPECT_EQ(e->sm().outcomes[24 + i].bytes, e->host_read(far * (i % 24), 128)) << i;
    e->bench->memory->check_balance();
  }
  return {one.bench->number("l2_0.misses"), other.bench->number("l2_0.misses")};
}

TEST(L2Tags, ASetHoldsMoreShortLines) {
  const auto [once, twice] = misses_with(1, 2, true);
  EXPECT_GT(once, 24 + 20);  // 24 lines do not fit in 16 ways
  EXPECT_EQ(twice, 24);      // those of the first writes
}

TEST(L2Tags, LongLinesTakeTheirPlaceAsWithoutThem) {
  const auto [one, four] = misses_with(1, 4, false);
  EXPECT_EQ(four, one);
}

TEST(L2Tags, ALineThatGrowsDrivesOthersOut) {
  EdgeBench e(toy_edges({EdgePlace::l2}), one_set(2));
  for (unsigned i = 0; i < 30; ++i) e.sm().script.push_back(write_line(far * i, narrow(i)));
  for (unsigned i = 0; i < 30; i += 3) e.sm().script.push_back(partial(far * i, 200, 4, 4, 20'000));
  e.run();
  EXPECT_GT(e.bench->number("l2_0.crowded_out"), 4);
  e.bench->memory->check_balance();
  for (unsigned i = 0; i < 30; ++i) {
    auto expected = narrow(i);
    if (i % 3 == 0) std::iota(expected.begin() + 4, expected.begin() + 8, static_cast<unsigned char>(204));
    EXPECT_EQ(e.host_read(far * i, 128), expected) << i;
  }
}

/// A copy takes no time, and evicts nothing: a line that has no room any more is left to DRAM.
TEST(L2Tags, ACopyOfTheHostLeavesNoSetOverfull) {
  EdgeBench e(toy_edges({EdgePlace::l2}), one_set(2));
  for (unsigned i = 0; i < 30; ++i) e.sm().script.push_back(write_line(far * i, narrow(i)));
  e.run();
  for (unsigned i = 0; i < 30; ++i) e.host(true, far * i + 2, {77});
  e.bench->memory->check_balance();
  for (unsigned i = 0; i < 30; ++i) {
    auto expected = narrow(i);
    expected[2] = 77;
    EXPECT_EQ(e.host_read(far * i, 128), expected) << i;
  }
}

}  // namespace
}  // namespace heddle::l2_tags_test
