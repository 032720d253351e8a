// SPDX-License-Identifier: Apache-2.0
#include "tb/run/combination.hpp"

#include <algorithm>

#include "models/base/data_root.hpp"
#include "tb/run/platform.hpp"

namespace heddle {
namespace {

bool has_all(const std::vector<std::string>& all, const std::vector<std::string>& wanted) {
  return std::ranges::all_of(
      wanted, [&](const std::string& name) { return std::ranges::find(all, name) != all.end(); });
}

}  // namespace

std::vector<std::string> TechniqueCombination::settings(const std::vector<std::string>& with) const {
  std::vector<std::string> all = set;
  for (const std::string& setting : settings_beside(beside, with)) all.push_back(setting);
  return all;
}

std::vector<std::string> settings_beside(const std::vector<Beside>& all,
                                         const std::vector<std::string>& with) {
  std::vector<std::string> settings;
  for (const Beside& b : all)
    if (has_all(with, b.techniques)) settings.insert(settings.end(), b.set.begin(), b.set.end());
  return settings;
}

std::vector<std::string> combination_names() { return config_names("combinations"); }

TechniqueCombination load_combination(const std::string& name) {
  ConfigTree tree;
  tree.add_file(data_file("configs/combinations/" + name + ".yaml").string());
  auto combination = resolve<TechniqueCombination>(tree);
  tree.check_all_used();
  return combination;
}

std::vector<std::string> combinations_of(const std::vector<std::string>& techniques) {
  std::vector<std::string> names = combination_names();
  std::erase_if(names, [&](const std::string& name) {
    return !has_all(load_combination(name).techniques, techniques);
  });
  return names;
}

}  // namespace heddle
