// SPDX-License-Identifier: Apache-2.0
#include "models/energy/gpu_costs.hpp"

#include <cmath>

#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {

double SramCosts::pj(double capacity, double width) const {
  return access_pj * std::sqrt(capacity / 8192) * width / 8;
}

GpuCosts resolve_gpu_costs(const ConfigTree& tree) {
  const std::string section = "gpu_costs";
  const auto costs = resolve<GpuCosts>(tree, section);
  for (const ParameterInfo& wanted : describe<GpuCosts>(section))
    if (!tree.contains(wanted.path))
      throw Error({.place = tree.contains(section) ? tree.place_of(section) : "",
                   .what = "the technology does not state " + wanted.path,
                   .value = wanted.help,
                   .legal = wanted.legal});
  return costs;
}

static const Registration<ConfigSection> gpu_costs_registration{config_section<GpuCosts>("gpu_costs")};

}  // namespace heddle
