// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/pairs/variants.hpp"
#include "tb/run/run.hpp"

namespace heddle::pairs {

/// Several techniques, each in one of its variants, in the order of the file.
struct Combination {
  struct Part {
    const TechniqueVariants* technique;
    const Variant* variant;
  };
  std::vector<Part> parts{};

  bool has(const std::string& technique) const;
};

/// "A.move B.half": for people.
std::string name_of(const Combination& combination);

/// All combinations of `size` techniques in all of their variants. `among`: of these techniques alone; empty:
/// of all. They point into `all`.
std::vector<Combination> combinations(const Variants& all, std::size_t size,
                                      const std::vector<std::string>& among = {});

/// The machine: the techniques in their variants, and what they need beside each other.
PlatformOptions machine_of(const Variants& all, const Combination& combination);

/// Those of `workloads` on which each part of it does something, in their order.
std::vector<std::string> workloads_of(const Combination& combination,
                                      const std::vector<std::string>& workloads);

/// The small run of a workload on this machine, within the limits. It is checked in tandem.
RunRequest request_of(const Variants& all, PlatformOptions machine, const std::string& workload);

/// "heddle run ...", for a shell.
std::string command_of(const RunRequest& request);

}  // namespace heddle::pairs
