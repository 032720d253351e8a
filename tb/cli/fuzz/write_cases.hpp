// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/cli/fuzz/campaign.hpp"

/// Kernels with what they must compute, for a run on a real GPU (tests/compare/run_on_gpu). Both throw Error
/// when a file cannot be written.
namespace heddle {

/// Writes `kernels` random kernels to the folder `out`, each as SEED-NUMBER.ptx with a launch file that
/// expects what the scalar interpreter computes.
void write_kernels(const CampaignOptions& options);

/// Writes a kernel for each form of an instruction whose rounding the PTX ISA gives, as NUMBER-FORM.ptx.
void write_forms(const CampaignOptions& options);

}  // namespace heddle
