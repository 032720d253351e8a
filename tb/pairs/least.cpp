// SPDX-License-Identifier: Apache-2.0
#include "tb/pairs/least.hpp"

#include <fmt/format.h>

namespace heddle::pairs {
namespace {

bool can_be_made(const PlatformOptions& machine) {
  try {
    require_machine(machine, "");
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::vector<std::string> least_settings(const Variants& all, const Combination& combination,
                                        const PlatformOptions& machine) {
  std::vector<const Resource*> resources;
  PlatformOptions least = machine;
  for (const Resource& r : all.resources) {
    if (!r.technique.empty() && !combination.has(r.technique)) continue;
    resources.push_back(&r);
    least.assignments.push_back(fmt::format("{}={}", r.key, r.values.front()));
  }
  // Most machines accept all of them at once, and each try makes one.
  if (!can_be_made(least)) {
    least = machine;
    for (const Resource* r : resources) {
      for (const std::string& value : r->values) {
        least.assignments.push_back(fmt::format("{}={}", r->key, value));
        if (can_be_made(least)) break;
        least.assignments.pop_back();
      }
    }
  }
  return {least.assignments.begin() + static_cast<std::ptrdiff_t>(machine.assignments.size()),
          least.assignments.end()};
}

}  // namespace heddle::pairs
