// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/launch/occupancy.hpp"

#include <gtest/gtest.h>

namespace heddle::occupancy_test {
namespace {

TEST(Occupancy, NamesWhatLimitsIt) {
  const SmConfig gtx480{};
  const auto is = [&](Occupancy o, unsigned ctas, std::string_view limit) {
    EXPECT_EQ(o.ctas, ctas);
    EXPECT_EQ(o.limit, limit);
  };
  is(occupancy(256, 14, 0, gtx480), 6, "warps");
  is(occupancy(64, 14, 0, gtx480), 8, "CTAs");
  is(occupancy(256, 42, 0, gtx480), 3, "registers");
  is(occupancy(256, 43, 0, gtx480), 2, "registers");
  is(occupancy(128, 8, 20 * 1024, gtx480), 2, "shared memory");
  is(occupancy(1024, 63, 0, gtx480), 0, "registers");
  EXPECT_EQ(occupancy(169, 14, 0, gtx480).warps_per_cta, 6u);  // the last warp is partial
  EXPECT_EQ(occupancy(169, 14, 0, gtx480).warps(), 48u);
}

}  // namespace
}  // namespace heddle::occupancy_test
