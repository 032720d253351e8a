// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/approximation_rate.hpp"

#include <gtest/gtest.h>

#include "models/base/config.hpp"

namespace heddle::approximation_rate_test {
namespace {

// Wong2016, section 6.1.
TEST(ApproximationRate, IsThatOfThePapersText) {
  EXPECT_EQ(similar_target(10, 1000), 50u);
  EXPECT_EQ(similar_target(5, 1000), 25u);
  EXPECT_EQ(similar_target(0, 1000), 0u);
}

TEST(ApproximationRate, IsThatOfTheWindow) {
  EXPECT_EQ(similar_target(10, 500), 25u);
  EXPECT_EQ(similar_target(10, 16), 1u);
  EXPECT_EQ(similar_target(5.5, 65535), 1802u);
}

TEST(ApproximationRate, FollowsAnotherFit) {
  EXPECT_EQ(similar_target(10, 1000, {.without_error = 4, .per_percent = 2}), 24u);
}

TEST(ApproximationRate, TheFitIsAParameter) {
  ConfigTree tree;
  tree.set("per_percent=4");
  EXPECT_EQ(similar_target(10, 1000, resolve<ErrorFit>(tree)), 40u);
}

TEST(ApproximationRate, ErrorsOutOfRangeAreRefused) {
  for (const double error : {-1.0, 100.5}) {
    try {
      similar_target(error, 1000);
      FAIL() << "no error for " << error;
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().legal, "0 .. 100 %");
    }
  }
}

TEST(ApproximationRate, ATargetOfMoreThan16BitsIsRefused) {
  EXPECT_THROW(similar_target(100, 65535, {.without_error = 0, .per_percent = 11}), Error);
}

}  // namespace
}  // namespace heddle::approximation_rate_test
