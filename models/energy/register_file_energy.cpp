// SPDX-License-Identifier: Apache-2.0
#include "models/energy/register_file_energy.hpp"

#include <utility>

#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {

void RegisterFileEnergy::add(const RegisterFileEnergy& other) {
  events.insert(events.end(), other.events.begin(), other.events.end());
  parts.insert(parts.end(), other.parts.begin(), other.parts.end());
}

double RegisterFileEnergy::part(const RegisterFileEnergyPart& part,
                                const std::function<double(const std::string&)>& count,
                                std::uint64_t period_fs) {
  double sum = 0;
  for (const auto& term : part.terms) {
    const double n = count(term.event);
    // mW x fs = 1e-18 J = 1e-6 pJ
    sum += term.mw != 0 ? term.mw * n * static_cast<double>(period_fs) * 1e-6 : term.pj * n;
  }
  return sum;
}

RegisterFileEnergy bank_energy(const RegisterFileCosts& costs,
                               std::function<double(const RegisterFileCounts&)> bank_accesses,
                               std::function<double(const RegisterFileCounts&)> bank_cycles) {
  return {.events = {{"bank_accesses", "banks", "reads and writes", std::move(bank_accesses)},
                     {"bank_cycles", "bank cycles", "banks that were powered, summed over the cycles",
                      std::move(bank_cycles)}},
          .parts = {{"dynamic",
                     "bank accesses and their wires",
                     {{.event = "bank_accesses", .pj = costs.bank_access_pj + costs.wire_pj()}}},
                    {"leakage",
                     "of the banks over the cycles in which they were powered",
                     {{.event = "bank_cycles", .mw = costs.bank_leakage_mw}}}}};
}

static const Registration<ConfigSection> register_file_energy_registration{
    config_section<RegisterFileCosts>("register_file_costs")};

}  // namespace heddle
