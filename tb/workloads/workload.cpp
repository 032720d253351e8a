// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/base/archive.hpp"
#include "models/base/data_root.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view prefix = "kernel.", suffix = ".ptx";

/// A workload's folder has the PTX that is run by default, this archive that of the other compilers.
constexpr const char* folder = "tb/workloads";
constexpr const char* other_compilers = "tb/workloads/other_compilers.zip";

/// The members of that archive. Opening it takes longer than all else that a run does before it begins.
const std::vector<std::string>& members_of_other_compilers() {
  static std::map<fs::path, std::vector<std::string>> known;  // by the archive, as data_root may change
  const fs::path archive = data_file(other_compilers);
  auto members = known.find(archive);
  if (members == known.end()) members = known.emplace(archive, members_of(archive)).first;
  return members->second;
}

/// Adds the variant whose PTX the file holds.
void add_variant(const std::string& file, std::vector<std::string>& found) {
  if (file.size() > prefix.size() + suffix.size() && file.starts_with(prefix) && file.ends_with(suffix))
    found.push_back(file.substr(prefix.size(), file.size() - prefix.size() - suffix.size()));
}

}  // namespace

std::vector<std::string> Workload::variants() const {
  if (write_ptx) return {written_variant};
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(data_file(fs::path(folder) / name)))
    add_variant(entry.path().filename().string(), found);
  for (const std::string& member : members_of_other_compilers())
    if (member.starts_with(name + "/")) add_variant(member.substr(name.size() + 1), found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void Workload::check_variant(const std::string& variant) const {
  if (write_ptx && variant == default_variant) return;
  const auto known = variants();
  if (std::find(known.begin(), known.end(), variant) == known.end())
    throw Error({.what = fmt::format("unknown PTX variant of workload {}", name),
                 .value = variant,
                 .legal = fmt::format("{}", fmt::join(known, ", ")),
                 .nearest = nearest_name(variant, known)});
}

fs::path Workload::ptx_file(const std::string& variant) const {
  check_variant(variant);
  const std::string member = fmt::format("{}/{}{}{}", name, prefix, variant, suffix);
  const fs::path plain = data_root() / folder / member;
  return fs::exists(plain) ? plain : path_of({data_file(other_compilers), member});
}

ConfigTree Workload::size_tree(const WorkloadOptions& options) const {
  const ChosenSize chosen = chosen_size(options.sizes, options.small);
  std::vector<std::string> known, set;
  for (const ParameterInfo& size : sizes) known.push_back(size.path);
  if (chosen.name == SizeName::small) set = small;
  if (chosen.name == SizeName::paper) {
    if (paper.source.empty())
      throw Error({.what = fmt::format("the workload {} has no size of a paper or benchmark", name),
                   .value = "paper",
                   .legal = "small or default"});
    set = paper.sizes;
  }
  for (const std::string& assignment : chosen.assignments) {
    const std::string of = assignment.substr(0, assignment.find('='));
    if (of.size() != assignment.size()) continue;  // an unknown name is told when it is read
    std::vector<std::string> legal = known;
    for (const auto& n : names_of(SizeName{})) legal.emplace_back(n.name);
    throw Error(
        {.what = fmt::format("no size of the workload {}", name),
         .value = assignment,
         .legal = fmt::format("{}, or NAME=VALUE with one of {}", size_names(), fmt::join(known, ", ")),
         .nearest = nearest_name(assignment, legal)});
  }
  set.insert(set.end(), chosen.assignments.begin(), chosen.assignments.end());
  ConfigTree tree;
  for (const std::string& assignment : set) tree.set(assignment);
  return tree;
}

WorkloadResult Workload::run(Device& device, const WorkloadOptions& options) const {
  const ConfigTree tree = size_tree(options);
  Context context(device, {.build = options.build});
  const std::string variant = options.variant.empty() ? default_variant : options.variant;
  check_variant(variant);
  const Module module =
      write_ptx ? context.load_text(write_ptx(tree), name + ".ptx") : context.load(ptx_file(variant));
  return body({context, module, options.seed}, tree);
}

}  // namespace heddle
