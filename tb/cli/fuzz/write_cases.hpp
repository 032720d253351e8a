#pragma once

#include "tb/cli/fuzz/campaign.hpp"

namespace heddle {

/// Writes `kernels` random kernels to the folder `out`, each as SEED-NUMBER.ptx with a launch file that
/// expects what the scalar interpreter computes, for a run on a real GPU (tests/compare/run_on_gpu). Throws
/// Error when a file cannot be written.
void write_cases(const CampaignOptions& options);

}  // namespace heddle
