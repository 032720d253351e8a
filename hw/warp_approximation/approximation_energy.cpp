// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/approximation_energy.hpp"

#include "models/register_file/power_gating.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {
namespace {

double own(const RegisterFileCounts& c, const char* counter) {
  return c.file(std::string("warp_approximation.") + counter);
}

}  // namespace

RegisterFileEnergy approximation_energy(const ApproximationCosts& costs) {
  using C = RegisterFileCounts;
  return {.events = {{"compared_results", "warp registers", "results that were compared",
                      [](const C& c) { return own(c, "compared_results"); }},
                     {"broadcasts", "warp registers",
                      "scalars that were read, results of representative lanes, and representatives chosen",
                      [](const C& c) {
                        return own(c, "broadcast_reads") + own(c, "representative_instructions") +
                               own(c, "scalar_instructions") + own(c, "representatives_chosen");
                      }},
                     {"approximation_cycles", "SM cycles", "of the logic that is added to an SM",
                      [](const C& c) { return c.cycles() * own(c, "logic"); }},
                     {"controller_cycles", "SM cycles", "of the controllers of the level of similarity",
                      [](const C& c) { return c.cycles() * own(c, "controllers"); }}},
          .parts = {{"comparison",
                     "comparison of results, and leakage of its logic",
                     {{.event = "compared_results", .pj = costs.comparison_pj},
                      {.event = "approximation_cycles", .mw = costs.comparison_leakage_mw}}},
                    {"broadcast",
                     "representatives and broadcasts, and leakage of their logic",
                     {{.event = "broadcasts", .pj = costs.broadcast_pj},
                      {.event = "approximation_cycles", .mw = costs.broadcast_leakage_mw}}},
                    {"closed_loop",
                     "the control of the level of similarity",
                     {{.event = "controller_cycles", .pj = costs.similarity_controller_pj}}}}};
}

RegisterFileEnergy scalar_file_energy(const RegisterFileCosts& banks) {
  using C = RegisterFileCounts;
  constexpr double part_of_bank = 4.0 / bank_bytes;
  return {
      .events = {{"scalar_file_accesses", "words", "reads and writes of the register file of scalars",
                  [](const C& c) { return own(c, "scalar_file_reads") + own(c, "scalar_file_writes"); }},
                 {"scalar_file_cycles", "word cycles", "of the words of the register file of scalars",
                  [](const C& c) { return c.cycles() * own(c, "scalar_file_words"); }}},
      .parts = {
          {"scalar_file",
           "accesses of the register file of scalars, and its leakage",
           {{.event = "scalar_file_accesses", .pj = part_of_bank * (banks.bank_access_pj + banks.wire_pj())},
            {.event = "scalar_file_cycles", .mw = part_of_bank * banks.bank_leakage_mw / bank_entries}}}}};
}

}  // namespace heddle
