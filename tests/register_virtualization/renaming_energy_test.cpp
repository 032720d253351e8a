// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/renaming_energy.hpp"

#include <gtest/gtest.h>

#include <map>

namespace heddle::renaming_energy_test {
namespace {

/// Returns the energy of a category, in pJ, for these events in cycles of 1 ns.
double pj(const std::string& name, const std::map<std::string, double>& events) {
  for (const RegisterFileEnergyPart& part : renaming_energy({}).parts)
    if (part.name == name)
      return RegisterFileEnergy::part(
          part,
          [&](const std::string& event) {
            const auto found = events.find(event);
            return found == events.end() ? 0 : found->second;
          },
          1'000'000);
  ADD_FAILURE() << "no category " << name;
  return 0;
}

TEST(RenamingEnergy, TableCostsAccessesAndLeakage) {
  // Four banks for 1000 cycles of 1 ns: 4 x 0.27 mW x 1 us = 1080 pJ
  EXPECT_DOUBLE_EQ(pj("renaming_table", {{"renaming_accesses", 100}, {"renaming_bank_cycles", 4'000}}),
                   100 * 1.14 + 1080);
}

TEST(RenamingEnergy, FlagsCostInstructionsAndTheirCache) {
  // Ten entries for 1000 cycles of 1 ns: 10 x 0.0096 mW x 1 us = 96 pJ
  const std::map<std::string, double> events{
      {"flag_instructions", 10}, {"flag_cache_accesses", 50}, {"flag_entry_cycles", 10'000}};
  EXPECT_DOUBLE_EQ(pj("flag_fetch", events), 10 * 6.2);
  EXPECT_DOUBLE_EQ(pj("flag_instructions", events), 10 * 48 + 50 * 0.94 + 96);
}

}  // namespace
}  // namespace heddle::renaming_energy_test
