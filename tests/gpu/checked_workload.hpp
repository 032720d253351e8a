// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

#include "tb/tandem/tandem_check.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle {

/// A workload in its small size under tandem execution.
struct CheckedWorkload {
  double mismatches = -1;   ///< of its own check; -1: the run has failed
  double instructions = 0;  ///< warp instructions that were compared
  double exact_loads = 0;   ///< share of the loads with one right value
};
inline CheckedWorkload checked_workload(const std::string& name, const GpuConfig& config,
                                        const Techniques& techniques) {
  const auto found = in_child(3, [&] {
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    TandemCheck check(gpu, config, values_of(techniques));
    try {
      const WorkloadResult result = Registry<Workload>::instance().find(name).run(check, {.small = true});
      check.counts().require_followed();
      return std::vector<double>{static_cast<double>(result.mismatches),
                                 static_cast<double>(check.counts().instructions),
                                 check.counts().loads.exact_share()};
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what());
      return std::vector<double>{-1, 0, 0};
    }
  });
  return {found[0], found[1], found[2]};
}

}  // namespace heddle
