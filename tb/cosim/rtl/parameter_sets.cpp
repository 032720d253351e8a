// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/parameter_sets.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/blocks/block_files.hpp"

namespace heddle {
namespace {

constexpr const char* sets_section = "parameter_sets";

std::string card_of(std::string_view block) {
  return card_file(Registry<BlockEntry>::instance().find(block)).string();
}

YAML::Node sets_of(const std::string& card) {
  YAML::Node sets;
  try {
    sets = YAML::Load(read_text_file(card, "card of a block"))[sets_section];
  } catch (const YAML::Exception& problem) {
    throw Error({.place = card, .what = problem.what()});
  }
  if (!sets.IsMap() || !sets["default"])
    throw Error(
        {.place = card, .what = fmt::format("the card lacks {} with a set called default", sets_section)});
  return sets;
}

}  // namespace

std::vector<std::string> parameter_set_names(std::string_view block) {
  std::vector<std::string> names;
  for (const auto& set : sets_of(card_of(block))) names.push_back(set.first.as<std::string>());
  return names;
}

ConfigTree parameter_set(std::string_view block, std::string_view set,
                         const std::vector<std::string>& overrides) {
  const std::string card = card_of(block);
  const YAML::Node sets = sets_of(card);
  const std::string name(set.empty() ? "default" : set);
  const YAML::Node chosen = sets[name];
  if (!chosen) {
    const std::vector<std::string> known = parameter_set_names(block);
    throw Error({.place = card,
                 .what = fmt::format("{} has no such parameter set", block),
                 .value = name,
                 .legal = fmt::format("{}", fmt::join(known, ", ")),
                 .nearest = nearest_name(name, known)});
  }
  ConfigTree tree;
  for (const auto& parameter : chosen) {
    const YAML::Mark mark = parameter.first.Mark();
    tree.set(parameter.first.as<std::string>(), YAML::Dump(parameter.second),
             fmt::format("{}:{}:{}", card, mark.line + 1, mark.column + 1));
  }
  for (const std::string& o : overrides) tree.set(o);
  return tree;
}

}  // namespace heddle
