// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/gpu/gpu_config.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/energy/gpu_costs.hpp"
#include "models/energy/register_file_energy.hpp"
#include "models/energy/storage.hpp"

namespace heddle {

/// A GPU and the costs of its events: with the counters of a run, all that its energies are computed from.
struct CostedGpu {
  GpuConfig gpu{};
  RegisterFileCosts costs{};
  GpuCosts gpu_costs{};
  Techniques techniques{};
  StorageCosts storage_costs{};
};

}  // namespace heddle
