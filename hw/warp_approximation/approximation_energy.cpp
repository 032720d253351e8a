#include "hw/warp_approximation/approximation_energy.hpp"

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
                               own(c, "representatives_chosen");
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

}  // namespace heddle
