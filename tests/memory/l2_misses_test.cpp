// What a slice fetches, and what happens to a write that misses.
#include "tests/memory/l2_bench.hpp"

namespace heddle::l2_misses_test {
namespace {

L2Config with(L2Fetch fetch, L2WriteMiss write_miss) {
  L2Config config = config_of();
  config.fetch = fetch;
  config.write_miss = write_miss;
  return config;
}

class L2Reads : public testing::TestWithParam<L2Fetch> {};

TEST_P(L2Reads, FetchTheirSectorsOrTheLine) {
  L2Bench bench(with(GetParam(), L2WriteMiss::validate));
  bench.set(0, 1, 128);
  bench.sm.script = {read(32, 32), read(96, 32, 1000)};
  bench.run();
  const bool line = GetParam() == L2Fetch::line;
  EXPECT_EQ(bench.memory.seen.size(), line ? 1u : 2u);
  EXPECT_EQ(bench.memory.seen[0].length, line ? 128u : 32u);
  EXPECT_EQ(bench.sm.outcomes[1].bytes, count_from(97, 32));
  EXPECT_EQ(bench.number("hits"), line ? 1 : 0);
}
INSTANTIATE_TEST_SUITE_P(L2Misses, L2Reads, testing::Values(L2Fetch::sectors, L2Fetch::line),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST(L2Misses, AWriteFetchesWhatItLeaves) {
  L2Bench bench(with(L2Fetch::sectors, L2WriteMiss::fetch));
  bench.set(0, 1, 128);
  bench.sm.script = {partial(32, 200, 4, 8), read(0, 128, 1000), write(256, 9, 32, 2000)};
  bench.run();
  ASSERT_EQ(bench.memory.seen.size(), 2u);  // the sector, and the bytes around it; none for a whole one
  EXPECT_EQ(bench.memory.seen[0].address, 32u);
  EXPECT_EQ(bench.memory.seen[0].length, 32u);
  auto expected = count_from(1, 128);
  for (unsigned i = 4; i < 12; ++i) expected[32 + i] = static_cast<unsigned char>(200 + i);
  EXPECT_EQ(bench.sm.outcomes[1].bytes, expected);
  EXPECT_GT(bench.latency(0), dram);
  EXPECT_LT(bench.latency(2), dram);
}

TEST(L2Misses, AWriteToALineFetchesTheLineUnlessItIsWhole) {
  L2Bench bench(with(L2Fetch::line, L2WriteMiss::fetch));
  bench.set(0, 1, 128);
  bench.sm.script = {write(32, 200), write(256, 3, 128, 1000), read(0, 128, 2000)};
  bench.run();
  EXPECT_EQ(bench.memory.seen.size(), 1u);
  auto expected = count_from(1, 128);
  for (unsigned i = 0; i < 32; ++i) expected[32 + i] = static_cast<unsigned char>(200 + i);
  EXPECT_EQ(bench.sm.outcomes[2].bytes, expected);
}

TEST(L2Misses, AWriteGoesAroundTheCacheUnlessItsLineIsThere) {
  L2Bench bench(with(L2Fetch::sectors, L2WriteMiss::around));
  bench.set(0, 1, 128);
  bench.sm.script = {partial(0, 100, 2, 3), write(64, 50, 64), read(0, 128, 1000), write(32, 200, 32, 2000),
                     read(0, 128, 3000)};
  bench.run();
  ASSERT_EQ(bench.memory.seen.size(), 3u);  // two writes and a fetch; the third write hits
  EXPECT_TRUE(bench.memory.seen[0].write);
  auto expected = count_from(1, 128);
  for (unsigned i = 2; i < 5; ++i) expected[i] = static_cast<unsigned char>(100 + i);
  for (unsigned i = 0; i < 64; ++i) expected[64 + i] = static_cast<unsigned char>(50 + i);
  EXPECT_EQ(bench.sm.outcomes[2].bytes, expected);
  for (unsigned i = 0; i < 32; ++i) expected[32 + i] = static_cast<unsigned char>(200 + i);
  EXPECT_EQ(bench.sm.outcomes[4].bytes, expected);
  EXPECT_EQ(bench.number("evictions"), 0);
}

}  // namespace
}  // namespace heddle::l2_misses_test
