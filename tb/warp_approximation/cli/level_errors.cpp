// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/cli/level_errors.hpp"

#include "hw/warp_approximation/warp_approximation.hpp"
#include "models/base/config.hpp"
#include "models/warp_approximation/functional/approximating_device.hpp"
#include "tb/run/functional_run.hpp"
#include "tb/run/program.hpp"

namespace heddle {

std::vector<LevelError> level_errors(const RunRequest& request) {
  const Platform platform = resolve_platform(request.platform);
  WarpApproximationConfig config = resolve<WarpApproximationConfig>(platform.tree, "warp_approximation");
  config.override_levels = true;
  config.closed_loop.enabled = false;
  const auto program = program_of(request, platform.gpu);
  const FunctionalDevice::Options device = functional_device_of(platform.gpu);
  const ErrorMeasure measure = measure_of(request);
  FunctionalDevice exact_device(device);
  const WorkloadResult exact = program(exact_device);
  std::vector<LevelError> all;
  for (config.level = 0; config.level <= most_similarity; ++config.level) {
    FunctionalDevice inner(device);
    approximate::ApproximatingDevice approximating(
        inner, config.model_parameters(), [&](const ptx::Kernel& k) { return config.model_marks(k); });
    const Quality quality = quality_of(exact, program(approximating));
    const approximate::Counts& counts = approximating.counts();
    all.push_back({config.level, quality.error(measure),
                   static_cast<double>(counts.representative) / static_cast<double>(counts.instructions),
                   counts.newly_similar});
  }
  return all;
}

ProposedLevels proposed_levels(const std::vector<LevelError>& levels, double target) {
  ProposedLevels p;
  bool error_within = false;
  for (const LevelError& l : levels) {
    if (l.error <= target) p.largest_within = l.level;
    error_within = error_within || (l.error > 0 && l.error <= target);
  }
  if (error_within) return p;
  for (const LevelError& l : levels)
    if (l.error > 0) {
      p.least_with_error = l.level;
      break;
    }
  return p;
}

}  // namespace heddle
