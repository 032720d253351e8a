// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/register_availability.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::register_availability_test {
namespace {

constexpr unsigned all_powered = 0xffff;

TEST(RegisterAvailability, ARegisterIsFoundInItsClusterFromTheLowestRowOn) {
  RegisterAvailability available(1024, 64);
  for (unsigned c = 0; c < clusters; ++c) EXPECT_EQ(available.find(c, all_powered), static_cast<int>(c));
  available.take(2);
  EXPECT_EQ(available.find(2, all_powered), 6);
  EXPECT_EQ(available.find(1, all_powered), 1);
  available.release(2);
  EXPECT_EQ(available.find(2, all_powered), 2);
}

TEST(RegisterAvailability, APoweredSubarrayComesFirstAndOneThatIsNotBeforeNone) {
  RegisterAvailability available(512, 32);  // four subarrays of 32 rows a cluster
  EXPECT_EQ(available.find(1, 0b0100), 64 * 4 + 1);
  EXPECT_EQ(available.find(1, 0b1100), 64 * 4 + 1);
  EXPECT_EQ(available.find(1, 0xfff0), 1) << "subarrays beyond the last";
  for (unsigned row = 64; row < 96; ++row) available.take(static_cast<RegisterId>(row * 4 + 1));
  EXPECT_EQ(available.find(1, 0b0100), 1);
}

TEST(RegisterAvailability, ThoseBelowTheCountAreReserved) {
  RegisterAvailability available(716, 64);
  available.reserve(10);  // 8, 9 of clusters 0, 1
  for (const auto& [cluster, r] : {std::pair{0u, 12}, {1u, 13}, {2u, 10}, {3u, 11}})
    EXPECT_EQ(available.find(cluster, all_powered), r);
  EXPECT_EQ(available.free(0), 179u - 3);
  EXPECT_EQ(available.free(3), 179u - 2);
  available.reserve(65535);
  for (unsigned c = 0; c < clusters; ++c)
    EXPECT_EQ(available.find(c, all_powered), RegisterAvailability::none);
}

TEST(RegisterAvailability, RegistersThatTheFileDoesNotHaveAreIgnored) {
  RegisterAvailability available(616, 64);
  available.reserve(616);
  for (const unsigned r : {616u, 619u, 1023u, 1024u, 65535u}) available.release(static_cast<RegisterId>(r));
  for (unsigned c = 0; c < clusters; ++c) EXPECT_EQ(available.free(c), 0u);
}

/// Compares with a set: after any takes and releases the answer is the lowest register of the right kind.
TEST(RegisterAvailability, FindsWhatAPlainSearchFinds) {
  Random random(7);
  for (const unsigned rows : {16u, 32u, 64u, 128u, 256u}) {
    constexpr unsigned registers = 716;
    RegisterAvailability available(registers, rows);
    std::set<int> free;
    for (int r = 0; r < static_cast<int>(registers); ++r) free.insert(r);
    for (int step = 0; step < 3000; ++step) {
      const auto r = static_cast<RegisterId>(random.below(registers));
      if (random.one_in(3))
        available.release(r), free.insert(r);
      else
        available.take(r), free.erase(r);
      const unsigned cluster = random.below(clusters), powered = random.below(0x10000);
      int expected = RegisterAvailability::none;
      for (const bool any : {false, true})
        for (const int f : free)
          if (expected < 0 && f % 4 == static_cast<int>(cluster) &&
              (any || (powered >> static_cast<unsigned>(f) / 4 / rows & 1) != 0))
            expected = f;
      ASSERT_EQ(available.find(cluster, powered), expected) << rows << " rows, step " << step;
    }
  }
}

TEST(RegisterAvailability, OddSizesAreRefused) {
  for (const unsigned registers : {0u, 60u, 715u, 1028u})
    EXPECT_THROW(RegisterAvailability(registers, 64), Error) << registers;
  for (const unsigned rows : {0u, 8u, 48u, 512u})
    EXPECT_THROW(RegisterAvailability(1024, rows), Error) << rows;
}

}  // namespace
}  // namespace heddle::register_availability_test
