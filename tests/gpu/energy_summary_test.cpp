// SPDX-License-Identifier: Apache-2.0
// Energy is that of counted events: what nothing counts is an error, and not for nothing.
#include "hw/gpu/energy_summary.hpp"

#include <gtest/gtest.h>

#include "hw/gpu/beside_blocks.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/error.hpp"
#include "models/base/statistics.hpp"
#include "tb/run/platform.hpp"

namespace heddle::energy_summary_test {
namespace {

/// Brings nothing but a term of energy.
class Term final : public Technique {
 public:
  explicit Term(EnergyTerm term) : term_(std::move(term)) {}
  std::vector<Hook> hooks() const override { return {}; }
  bool shares_among_sms() const override { return false; }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts&) const override { return nullptr; }
  std::vector<EnergyTerm> energy_terms(const GpuCosts&, const EnergyMachine&) const override {
    return {term_};
  }

 private:
  const EnergyTerm term_;
};

/// A counter at the path, if there is none.
void count(StatGroup& stats, std::string_view path) {
  if (stats.look_up(path) != nullptr) return;
  StatGroup* group = &stats;
  for (std::size_t dot; (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1))
    group = &group->group(std::string(path.substr(0, dot)));
  group->counter(std::string(path), "", "");
}

/// What is wrong with the energy of a machine that counts all that it must but `left_out`, and has a
/// technique with this term.
Problem problem(const std::string& left_out, std::optional<EnergyTerm> term = {}) {
  Platform machine = resolve_platform({});
  StatGroup stats;
  for (const EnergyTerm& t : energy_terms(machine.gpu_costs, energy_machine(machine.gpu)))
    for (const std::string& path : t.paths)
      if (path != left_out) count(stats, path);
  if (term) machine.techniques.push_back(std::make_shared<Term>(*term));
  try {
    add_energy_summary(stats, machine);
  } catch (const Error& error) {
    return error.problem();
  }
  return {};
}

TEST(EnergySummary, TakesWhatIsCounted) {
  EXPECT_EQ(problem("").what, "");
  EXPECT_EQ(problem("", EnergyTerm{"cores", "mine", "", 1, {"sm_total.warp_instructions"}}).what, "");
}

TEST(EnergySummary, RefusesWhatNothingCountsAndWhatNoComponentHas) {
  const Problem gone = problem("sm_total.lane_operations.float");
  EXPECT_EQ(gone.place, "energy of cores.float");
  EXPECT_EQ(gone.what, "the machine has no such statistic");
  EXPECT_EQ(gone.value, "sm_total.lane_operations.float");
  EXPECT_EQ(problem("", EnergyTerm{"cores", "mine", "", 1, {"sm_total.no_such"}}).what, "")
      << "a technique's that the machine does not have";
  EXPECT_EQ(problem("", EnergyTerm{"core", "mine", "", 1, {"cycles"}}).what, "no such component");
}

}  // namespace
}  // namespace heddle::energy_summary_test
