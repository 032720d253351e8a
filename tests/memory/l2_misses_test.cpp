// SPDX-License-Identifier: Apache-2.0
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

TEST(L2Misses, AWriteFetchesItsLineAndIsWrittenThrough) {
  L2Bench bench(with(L2Fetch::line, L2WriteMiss::through));
  bench.set(0, 1, 128);
  bench.sm.script = {write(32, 200), write(256, 3, 128, 1000), write(32, 50, 32, 2000), read(0, 128, 3000)};
  bench.run();
  ASSERT_EQ(bench.memory.seen.size(), 4u) << "a fetch and a write of both, though the second is whole";
  for (unsigned k = 0; k < 4; ++k) EXPECT_EQ(bench.memory.seen[k].write, k % 2 == 1) << k;
  EXPECT_EQ(bench.memory.seen[1].address, 32u);
  EXPECT_EQ(bench.memory.seen[1].length, 32u);
  EXPECT_EQ(bench.memory.seen[3].address, 256u);
  EXPECT_EQ(bench.memory.seen[3].length, 128u);
  auto expected = count_from(1, 128);
  for (unsigned i = 0; i < 32; ++i) expected[32 + i] = static_cast<unsigned char>(50 + i);
  EXPECT_EQ(bench.sm.outcomes[3].bytes, expected) << "the write that hit";
  EXPECT_EQ(bench.number("written_through"), 2);
  EXPECT_EQ(bench.number("write_backs"), 0);
}

/// Whatever waits for room in the queue to DRAM gets it, since DRAM's answers do not wait for it.
TEST(L2Misses, WrittenThroughComeThroughShortQueues) {
  L2Config config = with(L2Fetch::line, L2WriteMiss::through);
  config.cache.queue = 2;  // a dirty line and the fetch that takes its place
  config.cache.mshr_entries = 4;
  config.response_queue = config.fill_queue = 1;
  L2Bench bench(config);
  for (unsigned k = 0; k < 64; ++k) {
    bench.sm.script.push_back(write(k % 40 * 128, k, k % 3 == 0 ? 128 : 32));
    if (k % 4 == 3) bench.sm.script.push_back(write(k % 40 * 128 + 64, k + 100, 32));
  }
  for (unsigned k = 0; k < 40; ++k) bench.sm.script.push_back(read(k * 128, 32, 5000));
  bench.run();
  for (unsigned k = 0; k < 40; ++k)
    EXPECT_EQ(bench.sm.outcomes[bench.sm.outcomes.size() - 40 + k].bytes, count_from(k < 24 ? 40 + k : k, 32))
        << k;
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
