// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/balance.hpp"

#include <gtest/gtest.h>

namespace heddle::balance_test {
namespace {

TEST(Balance, SaysWhatIsLeftAndWhere) {
  const Balance balance("gpu.sm3");
  balance.none("live warps", 0);
  try {
    balance.none("instructions lent", 2);
    FAIL() << "nothing was thrown";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().place, "gpu.sm3");
    EXPECT_EQ(e.problem().what, "the launch has ended, and not all is given back: instructions lent");
    EXPECT_EQ(e.problem().value, "2");
  }
}

}  // namespace
}  // namespace heddle::balance_test
