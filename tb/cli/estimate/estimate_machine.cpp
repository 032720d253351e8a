// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/estimate/estimate_machine.hpp"

#include <fmt/format.h>

#include <optional>

#include "hw/gpu/beside_blocks.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/run_progress.hpp"
#include "tb/estimate/machine/machine_report.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle {

int estimate_machine_and_report(const MachineEstimateOptions& o) {
  estimate::require(estimate::yosys);
  estimate::require(estimate::open_sta);
  std::optional<WholeFile> json, picture;
  if (!o.json.empty()) json.emplace(o.json);
  if (!o.picture.empty()) picture.emplace(o.picture);
  estimate::MachineCensus census(o.kept_cycles);
  if (o.request.progress) o.request.progress(fmt::format("running {} on {}", o.target, name_of(o.platform)));
  const RunResult s = run({.target = o.target,
                           .workload = o.workload,
                           .platform = o.platform,
                           .watcher = &census,
                           .on_start = show_progress});
  if (!s.quality && !s.result.passed())
    throw Error({.what = "the run's result differs from its reference", .value = o.target});
  const Platform platform = resolve_platform(o.platform);
  const estimate::MachineRun machine{.machine = name_of(o.platform),
                                     .workload = o.target,
                                     .sms = s.sms,
                                     .clock_mhz = static_cast<double>(s.core_mhz),
                                     .sm_mm2 = platform.gpu_costs.core.sm_mm2,
                                     .cycles = s.stats.at("cycles").get<std::uint64_t>(),
                                     .most_kept = o.kept_cycles};
  const auto e = estimate::estimate_machine(machine, census.groups(), s.stats, o.request,
                                            {.blocks = beside_blocks_of(platform),
                                             .machine = energy_machine(platform.gpu),
                                             .gpu_costs = platform.gpu_costs,
                                             .storage_costs = platform.storage_costs});
  fmt::print("{}", estimate::report_text(e));
  if (json) json->write(estimate::report_json(e).dump(2) + "\n");
  if (picture) picture->write(estimate::report_picture(e));
  return 0;
}

}  // namespace heddle
