// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/rates.hpp"

#include <memory>

#include "models/energy/register_file_energy.hpp"

namespace heddle {

void add_rates(StatGroup& stats) {
  StatGroup& group = stats.group("summary");
  const auto e = std::make_shared<const RegisterFileCounts>(stats);
  const auto per_cycle = [&](const char* name, const char* unit, const char* description,
                             const char* counter) {
    group.formula(name, unit, description, [e, counter] { return e->sm(counter) / e->cycles(); });
  };
  const auto share = [&](const char* name, const char* description, const char* counter) {
    group.formula(name, "", description,
                  [e, counter] { return e->sm(counter) / e->sm("warp_instructions"); });
  };
  per_cycle("ipc", "warp instructions/cycle", "of all SMs; injected MOVs not counted", "warp_instructions");
  per_cycle("thread_ipc", "thread instructions/cycle", "of all SMs", "thread_instructions");
  share("divergent_share", "warp instructions that ran for fewer lanes than the launch filled",
        "divergent_instructions");
  share("injected_move_share", "injected MOVs over warp instructions", "injected_moves");
}

}  // namespace heddle
