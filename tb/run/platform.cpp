// SPDX-License-Identifier: Apache-2.0
#include "tb/run/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"
#include "models/base/registry.hpp"
#include "tb/run/combination.hpp"
#include "tb/run/named.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Returns the file of a layer; a bare name stands for configs/<folder>/<name>.yaml.
std::string layer_file(const std::string& folder, const std::string& kind, const std::string& name) {
  if (is_layer_file(name)) return name;
  const std::vector<std::string> known = config_names(folder);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw Error({.place = "command line",
                 .what = "unknown " + kind,
                 .value = name,
                 .legal = fmt::format("{}, or a YAML file", fmt::join(known, ", ")),
                 .nearest = nearest_name(name, known)});
  return data_file(fmt::format("configs/{}/{}.yaml", folder, name)).string();
}

/// Adds a technology. It may name another one as its base, whose values it replaces one by one.
void add_technology(ConfigTree& tree, const std::string& name, bool is_base = false) {
  const std::string key = "based_on", file = layer_file("technologies", "technology", name);
  ConfigTree alone;
  alone.add_file(file);
  if (const ConfigTree::Entry* base = alone.take(key)) {
    if (is_base || base->values.size() != 1)
      throw Error({.place = base->place,
                   .what = "a technology is based on one other, which has no base itself",
                   .value = file});
    add_technology(tree, base->values.at(0), true);
  }
  tree.add_file(file);
  tree.take(key);
}

/// Adds the technique's own file, if it has one; otherwise its parameters keep their defaults.
void add_technique(ConfigTree& tree, const std::string& name) {
  if (const auto file = data_root() / "configs/techniques" / (name + ".yaml"); fs::exists(file))
    tree.add_file(file.string());
}

/// The error for what is neither a technique nor a combination.
Error unknown_technique(const std::string& name) {
  std::vector<std::string> known = Registry<TechniqueEntry>::instance().names();
  const std::vector<std::string> combinations = combination_names();
  const std::string legal =
      fmt::format("{}; or a combination: {}", fmt::join(known, ", "), fmt::join(combinations, ", "));
  known.insert(known.end(), combinations.begin(), combinations.end());
  return Error({.place = "command line",
                .what = "unknown technique",
                .value = name,
                .legal = legal,
                .nearest = nearest_name(name, known)});
}

void check_techniques(const std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!Registry<TechniqueEntry>::instance().contains(name)) throw unknown_technique(name);
    if (!seen.insert(name).second)
      throw Error({.place = "command line", .what = "a technique is named twice", .value = name});
  }
}

/// The values that a parameter may have instead, as far as they can be listed; of a name also "none".
std::vector<std::string> other_values(const ParameterInfo& parameter) {
  std::vector<std::string> values;
  if (parameter.list) return values;
  std::string_view rest = parameter.legal;
  if (rest.find("..") != rest.npos) return values;  // a range
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    values.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return values.size() > 1 ? values : std::vector<std::string>{"none"};
}

/// Settings of one parameter with which a technique that holds the hook leaves it to others.
std::vector<std::string> settings_without(Hook hook, const std::string& name, const ConfigTree& tree) {
  const TechniqueEntry& entry = named<TechniqueEntry>(name);
  std::vector<std::string> found;
  for (const ParameterInfo& parameter : entry.parameters)
    for (const std::string& value : other_values(parameter)) try {
        ConfigTree changed = tree;
        changed.set(parameter.path, value, "command line");
        if (!held({entry.make(changed)}, hook)) found.push_back(parameter.path + "=" + value);
      } catch (const Error&) {  // no value of this parameter, or of this machine
      }
  return found;
}

/// The error for techniques of which one at most may hold a hook, with what would let them share a machine.
/// `all`: those of the machine.
Error exclude(const HookRule& rule, const std::vector<std::string>& rivals,
              const std::vector<std::string>& all, const ConfigTree& tree) {
  Problem problem = excluded(rule, rivals).problem();
  std::vector<std::string> settings;
  for (const std::string& rival : rivals)
    for (const std::string& setting : settings_without(rule.hook, rival, tree)) settings.push_back(setting);
  if (rivals.size() == 2 && !settings.empty())
    problem.legal += fmt::format(", or together with --set {}", fmt::join(settings, ", or --set "));
  for (const std::string& name : combinations_of(all)) problem.legal += fmt::format(", or --with {}", name);
  return Error(std::move(problem));
}

/// Throws Error when two of the techniques hold a hook that only one may hold.
void check_hooks(const std::vector<std::string>& names, const Techniques& techniques,
                 const ConfigTree& tree) {
  for (const HookRule& rule : hook_rules) {
    if (rule.decides.empty()) continue;
    std::vector<std::string> rivals;
    for (std::size_t k = 0; k < names.size(); ++k)
      if (held({techniques[k]}, rule.hook)) rivals.push_back(names[k]);
    if (rivals.size() > 1) throw exclude(rule, rivals, names, tree);
  }
}

}  // namespace

void add_techniques(PlatformOptions& options, const std::vector<std::string>& names) {
  const std::vector<std::string> combinations = combination_names();
  for (const std::string& name : names) {
    if (std::ranges::find(combinations, name) == combinations.end()) {
      options.techniques.push_back(name);
      continue;
    }
    if (!options.combination.empty())
      throw Error({.place = "command line",
                   .what = "a machine has the settings of one combination",
                   .value = name,
                   .legal = options.combination + " alone"});
    options.combination = name;
    for (std::string& technique : load_combination(name).techniques)
      options.techniques.push_back(std::move(technique));
  }
}

std::string name_of(const PlatformOptions& options) {
  return options.techniques.empty()
             ? options.gpu + " without techniques"
             : fmt::format("{} with {}", options.gpu, fmt::join(options.techniques, " and "));
}

std::vector<std::string> config_names(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(data_file("configs/" + folder)))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> gpu_names() { return config_names("gpus"); }

bool is_layer_file(std::string_view name) { return name.find_first_of("./") != std::string_view::npos; }

Platform resolve_platform(const PlatformOptions& options) {
  check_techniques(options.techniques);
  Platform p;
  p.tree.add_file(layer_file("gpus", "GPU", options.gpu));
  add_technology(p.tree, options.technology);
  // Techniques that ask for whole lines say `fetch`. An L2 that writes misses through keeps lines whole, too.
  const ConfigTree::Entry* const write_miss = p.tree.take("l2.write_miss");
  const auto of_gpu = write_miss != nullptr ? *write_miss : ConfigTree::Entry{};
  for (const std::string& name : options.techniques) add_technique(p.tree, name);
  if (of_gpu.values == std::vector<std::string>{"through"})
    p.tree.set("l2.write_miss", "through", of_gpu.place);
  if (!options.combination.empty())
    for (const std::string& setting : load_combination(options.combination).settings(options.techniques))
      p.tree.set(setting);
  for (const std::string& file : options.files) p.tree.add_file(file);
  for (const auto& [name, yaml] : options.texts) p.tree.add_text(yaml, name);
  for (const std::string& assignment : options.assignments) p.tree.set(assignment);

  p.gpu = resolve<GpuConfig>(p.tree);
  p.costs = resolve<RegisterFileCosts>(p.tree, "register_file_costs");
  p.storage_costs = resolve<StorageCosts>(p.tree, "storage_costs");
  for (const std::string& name : Registry<TechniqueEntry>::instance().names())
    named<TechniqueEntry>(name).read_costs(p.tree);
  try {
    p.gpu_costs = resolve_gpu_costs(p.tree);
  } catch (const Error& error) {
    Problem problem = error.problem();
    if (problem.place.empty()) problem.place = layer_file("technologies", "technology", options.technology);
    throw Error(std::move(problem));
  }
  p.techniques.resize(options.techniques.size());
  for (const std::string& name : Registry<TechniqueEntry>::instance().names()) {
    const auto with = std::find(options.techniques.begin(), options.techniques.end(), name);
    // Parameters of a technique that this run does not use are checked all the same.
    if (with == options.techniques.end() && !p.tree.contains(name)) continue;
    const auto technique = named<TechniqueEntry>(name).make(p.tree);
    if (with != options.techniques.end()) p.techniques[with - options.techniques.begin()] = technique;
  }
  check_hooks(options.techniques, p.techniques, p.tree);
  p.tree.check_all_used();
  return p;
}

}  // namespace heddle
