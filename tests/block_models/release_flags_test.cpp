// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_flags.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::release_flags_test {
namespace {

class FlagsKept : public testing::TestWithParam<unsigned> {};

/// A probe finds the last flags of its address, unless another address has taken the entry since.
TEST_P(FlagsKept, AreThoseOfTheLastAddressOfEachEntry) {
  const unsigned entries = GetParam();
  constexpr std::uint16_t addresses = 80;
  ReleaseFlags flags(entries);
  struct Put {
    int when = -1;
    std::uint64_t flags = 0;
  };
  std::vector<Put> last(addresses);
  Random random(entries + 1);
  for (int n = 0; n < 2000; ++n) {
    if (random.one_in(100)) {
      flags.drop_all();
      last.assign(addresses, {});
    }
    const auto address = static_cast<std::uint16_t>(random.below(addresses));
    last[address] = {n, random()};
    flags.put(address, last[address].flags);
    for (std::uint16_t a = 0; a < addresses; ++a) {
      bool kept = entries != 0 && last[a].when >= 0;
      for (unsigned other = entries == 0 ? 0 : a % entries; kept && other < addresses; other += entries)
        kept = last[other].when <= last[a].when;
      ASSERT_EQ(flags.find(a), kept ? std::optional(last[a].flags) : std::nullopt) << a;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, FlagsKept, testing::Values(0u, 1u, 5u, 10u, 32u));

TEST(ReleaseFlags, MoreThanItCanHaveAreAnError) { EXPECT_THROW(ReleaseFlags{most_flag_entries + 1}, Error); }

}  // namespace
}  // namespace heddle::release_flags_test
