// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_comparator/similarity_comparator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::similarity_comparator_test {
namespace {

using Bench = PipelineBench<SimilarityComparator>;

/// The first lanes have `values` and are active; the other lanes have a value that is similar to none of
/// them.
SelectedResult result(std::initializer_list<std::uint32_t> values, unsigned d, std::uint32_t input = 0) {
  SelectedResult request{};
  request.data.lane.fill(0xdeadbeef);
  std::copy(values.begin(), values.end(), request.data.lane.begin());
  request.active = static_cast<LaneMask>((std::uint64_t{1} << values.size()) - 1);
  request.d.value = static_cast<std::uint8_t>(d);
  request.input = input;
  request.representative = request.data[0];
  return request;
}

/// With and without a similarity_selector before it.
class SimilarityComparators : public testing::TestWithParam<unsigned> {
 protected:
  ComparedResult compare(const SelectedResult& request) { return bench_.answer(request); }
  bool similar(std::initializer_list<std::uint32_t> values, unsigned d) {
    return compare(result(values, d)).similar;
  }
  Bench bench_{{.selects = GetParam()}};
};
INSTANTIATE_TEST_SUITE_P(Selects, SimilarityComparators, testing::Values(0u, 1u));

class SimilarityComparatorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(SimilarityComparatorLatency, BlockedOneEdgeBeforeAndReadyAtTheFirstEdge) {
  const SelectedResult request = result({4, 5}, 1, 9);
  expect_latency<SimilarityComparator>({GetParam()}, 1, request, {request.data, 3, 4, true, false, false});
}
INSTANTIATE_TEST_SUITE_P(Selects, SimilarityComparatorLatency, testing::Values(0u, 1u));

// Wong2016, Fig. 3 A.
TEST_P(SimilarityComparators, SevenSixFourSevenAre2SimilarAndNot1Similar) {
  EXPECT_TRUE(similar({7, 6, 4, 7}, 2));
  EXPECT_FALSE(similar({7, 6, 4, 7}, 1));
  EXPECT_FALSE(compare(result({7, 6, 4, 7}, 2)).equal);
}

// Wong2016, section 1.
TEST_P(SimilarityComparators, ValuesAreSimilarByTheirBitsAndNotByTheirDistance) {
  EXPECT_TRUE(similar({124, 127}, 2));
  EXPECT_FALSE(similar({127, 128}, 7)) << "arithmetically close, but all eight bits differ";
  EXPECT_TRUE(similar({127, 128}, 8));
  EXPECT_TRUE(similar({113, 127}, 4));
  EXPECT_FALSE(similar({113, 127}, 3));
}

// Wong2016, section 3.1.1, with the correct sums: both operands are 3-similar, but their increments are not.
TEST_P(SimilarityComparators, AResultOfSimilarOperandsNeedsTheBypassCheck) {
  EXPECT_TRUE(similar({0b10111000, 0b10111111}, 3));
  EXPECT_EQ(0b10111000 + 1, 0b10111001);
  EXPECT_EQ(0b10111111 + 1, 0b11000000);
  EXPECT_FALSE(similar({0b10111001, 0b11000000}, 3));
  // The representative thread has the operand 191 and the result 192.
  EXPECT_FALSE(compare(result({0b11000000}, 3, 0b10111111)).bypass);
  EXPECT_TRUE(compare(result({0b10111001}, 3, 0b10111000)).bypass);
}

TEST_P(SimilarityComparators, EachBitCountsFromDUpInEachLane) {
  for (unsigned d = 0; d < 32; ++d)
    for (unsigned lane = 1; lane < warp_size; ++lane) {
      SelectedResult request{};
      request.active = all_lanes;
      request.d.value = static_cast<std::uint8_t>(d);
      request.data[lane] = 1u << d;
      EXPECT_FALSE(compare(request).similar) << d << " " << lane;
      if (d == 0) continue;
      request.data[lane] = 1u << (d - 1);
      const ComparedResult below = compare(request);
      EXPECT_TRUE(below.similar && !below.equal) << d << " " << lane;
    }
}

TEST_P(SimilarityComparators, InactiveLanesDoNotCount) {
  SelectedResult request = result({5, 6, 5, 5}, 0);
  EXPECT_FALSE(compare(request).equal);
  request.active = 0b1101;
  EXPECT_TRUE(compare(request).equal);
}

TEST_P(SimilarityComparators, WithoutAnActiveLaneAllAreSimilarAndEqual) {
  SelectedResult request = result({}, 0, 1);
  request.representative = 0;
  const ComparedResult answer = compare(request);
  EXPECT_TRUE(answer.similar && answer.equal);
  EXPECT_FALSE(answer.bypass) << "the operand's 1 is compared with 0";
  EXPECT_EQ(answer.representative, 0u);
}

TEST_P(SimilarityComparators, TheValueIsThatOfThePinUnlessTheStageSelectsIt) {
  SelectedResult request = result({5, 5}, 0);
  request.representative = 6;
  const bool selects = GetParam() != 0;
  EXPECT_EQ(compare(request).similar, selects);
  EXPECT_EQ(compare(request).representative, selects ? 5u : 6u);
}

TEST(SimilarityComparator, ResetEmptiesTheStage) {
  expect_reset_empties_every_stage<SimilarityComparator>({}, 1);
}

TEST(SimilarityComparator, SelectsOutOfRangeIsAnErrorThatNamesIt) {
  expect_refused<SimilarityComparator>("selects", "2", "0 .. 1");
}

}  // namespace
}  // namespace heddle::similarity_comparator_test
