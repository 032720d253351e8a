// SPDX-License-Identifier: Apache-2.0
#include "tb/pairs/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "models/base/data_root.hpp"

namespace heddle::pairs {
namespace {

/// Adds to `found` all ways to go on with `size` further techniques from number `next` on.
void extend(const Variants& all, std::size_t next, std::size_t size, const std::vector<std::string>& among,
            Combination& begun, std::vector<Combination>& found) {
  if (size == 0) {
    found.push_back(begun);
    return;
  }
  for (std::size_t t = next; t < all.techniques.size(); ++t) {
    const TechniqueVariants& technique = all.techniques[t];
    if (!among.empty() && std::ranges::find(among, technique.name) == among.end()) continue;
    for (const Variant& variant : technique.variants) {
      begun.parts.push_back({&technique, &variant});
      extend(all, t + 1, size - 1, among, begun, found);
      begun.parts.pop_back();
    }
  }
}

/// The word, in quotes where a shell would take it apart.
std::string shell_word(const std::string& word) {
  return word.find_first_of(" *?[]{}()$&;|<>\"\\`~#!") == std::string::npos ? word
                                                                            : fmt::format("'{}'", word);
}

}  // namespace

bool Combination::has(const std::string& technique) const {
  return std::ranges::any_of(parts, [&](const Part& p) { return p.technique->name == technique; });
}

std::string name_of(const Combination& combination) {
  std::string text;
  for (const Combination::Part& p : combination.parts)
    text += fmt::format("{}{}.{}", text.empty() ? "" : " ", p.technique->name, p.variant->name);
  return text;
}

std::vector<Combination> combinations(const Variants& all, std::size_t size,
                                      const std::vector<std::string>& among) {
  std::vector<Combination> found;
  Combination begun;
  extend(all, 0, size, among, begun, found);
  return found;
}

PlatformOptions machine_of(const Variants& all, const Combination& combination) {
  PlatformOptions machine;
  const auto set = [&](const std::vector<std::string>& settings) {
    machine.assignments.insert(machine.assignments.end(), settings.begin(), settings.end());
  };
  for (const Combination::Part& p : combination.parts) {
    machine.techniques.push_back(p.technique->name);
    if (!p.variant->config.empty()) machine.files.push_back(data_file(p.variant->config).string());
    set(p.variant->set);
  }
  set(settings_beside(all.beside, machine.techniques));
  return machine;
}

std::vector<std::string> workloads_of(const Combination& combination,
                                      const std::vector<std::string>& workloads) {
  std::vector<std::string> some;
  for (const std::string& workload : workloads)
    if (std::ranges::all_of(combination.parts, [&](const Combination::Part& p) {
          const std::vector<std::string>& own = p.variant->workloads;
          return own.empty() || std::ranges::find(own, workload) != own.end();
        }))
      some.push_back(workload);
  return some;
}

RunRequest request_of(const Variants& all, PlatformOptions machine, const std::string& workload) {
  RunRequest request{.target = workload, .platform = std::move(machine), .check = true};
  request.workload.small = true;
  request.platform.assignments.push_back(fmt::format("no_progress_cycles={}", all.limits.no_progress_cycles));
  request.platform.assignments.push_back(fmt::format("max_cycles={}", all.limits.max_cycles));
  return request;
}

std::string command_of(const RunRequest& request) {
  std::string text = fmt::format("heddle run {} --small --no-out --check", request.target);
  if (!request.platform.techniques.empty())
    text += fmt::format(" --with {}", fmt::join(request.platform.techniques, ","));
  for (const std::string& file : request.platform.files)
    text += " --config " + shell_word(std::filesystem::proximate(file).string());
  for (const std::string& setting : request.platform.assignments) text += " --set " + shell_word(setting);
  return text;
}

}  // namespace heddle::pairs
