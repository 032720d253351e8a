// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "hw/caba/caba.hpp"
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/base/registry.hpp"

namespace heddle {

void CabaConfig::validate() const {
  Registry<LineSubroutinesEntry>::instance().find(what, "what");
  require_granularity(granularity);
  if (LineSubroutines::events + subroutines.size() > assist_events)
    throw Error({.what = "there are more events than the trigger table has rows",
                 .value = fmt::format("{} subroutines", subroutines.size()),
                 .legal = fmt::format("at most {}", assist_events - LineSubroutines::events),
                 .key = "subroutines"});
  if (what == "none" && (enable == AssistEnable::automatic || enable == AssistEnable::profile))
    throw Error({.what = "there is no way to compress lines that a profile could be of",
                 .value = what,
                 .legal = "bdi, bdi_last, fpc, cpack, best, best_ideal or e2mc",
                 .key = "what"});
  if (compresses() && !subroutines.empty() && controller.entries < 2)
    throw Error({.what = "user subroutines and those that decompress need an entry each",
                 .value = fmt::format("{}", controller.entries),
                 .legal = fmt::format("2 to {}", most_assist_warps),
                 .key = "controller.entries"});
  if (compresses() && !subroutines.empty() && registers != AssistRegisters::parent && windows < 2)
    throw Error({.what = "user subroutines and those that decompress need a window of registers each",
                 .value = fmt::format("{}", windows),
                 .legal = fmt::format("2 to {}", most_assist_warps),
                 .key = "windows"});
  if (controller.least_idle > controller.throttle_window)
    throw Error(
        {.what = "caba.controller.least_idle: no window has so many idle cycles, so that what is throttled "
                 "would never go on",
         .value = fmt::format("{}", controller.least_idle),
         .legal = fmt::format("at most controller.throttle_window, {}", controller.throttle_window),
         .key = "controller.least_idle"});
  std::set<std::string> names;
  for (const UserSubroutineConfig& user : subroutines)
    if (!names.insert(user.name).second)
      throw Error({.what = "two subroutines have one name", .value = user.name, .key = "subroutines"});
}

unsigned CabaConfig::most_at_a_time(unsigned window, const PlanRequest& request) const {
  if (window == 0) return controller.entries;
  const unsigned wanted = std::min(windows, controller.entries);
  if (registers == AssistRegisters::entry) return wanted;
  const unsigned of_thread = request.kernel.registers + request.register_offset;
  const unsigned of_cta = request.warps_per_cta * std::max(1u, of_thread);
  const auto left = [&](unsigned ctas) {
    return (request.file - std::min(request.file, ctas * of_cta)) / window;
  };
  unsigned ctas = request.ctas;
  while (ctas > 1 && left(ctas) < wanted) --ctas;
  // Those of users leave one to those that decompress.
  const unsigned least = compresses() && !subroutines.empty() ? 2 : 1;
  return std::clamp(left(ctas), least, controller.entries);
}

}  // namespace heddle
