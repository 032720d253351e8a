// SPDX-License-Identifier: Apache-2.0
// The benches of assist warps see each of the 64 entries that a table may have.
#include <gtest/gtest.h>

#include <array>

#include "tb/caba/assist_warp_controller/seen_assist_warps.hpp"

namespace heddle::assist_entries_test {
namespace {

template <class T>
const std::byte* pin(const T& value) {
  return reinterpret_cast<const std::byte*>(&value);
}

TEST(AssistInputs, SeeWhichEntryIsIssued) {
  const Beat<TriggerRow> load{};
  const Beat<AssistEvent> event{};
  const Beat<AssistRedirect> redirect{};
  const Beat<AssistEntry> release{};
  const Level<AssistUse> use{};
  for (unsigned e = 0; e < most_assist_warps; ++e) {
    Level<AssistIssued> issued{};
    issued.payload.entries.value = AssistEntries{1} << e;
    const std::array pins{pin(load), pin(event), pin(issued), pin(redirect), pin(release), pin(use)};
    const AssistInputs in{PinValues(pins)};
    for (unsigned other = 0; other < most_assist_warps; ++other) EXPECT_EQ(in.issues(other), other == e) << e;
  }
}

}  // namespace
}  // namespace heddle::assist_entries_test
