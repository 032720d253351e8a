// SPDX-License-Identifier: Apache-2.0
#include "tb/blocks/block_card.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "hw/sim/block_entry.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "tb/blocks/block_files.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"

namespace heddle {

void PublishedFigure::validate() const {
  constexpr std::array legal{std::pair{"area", "mm2"}, std::pair{"energy", "pJ"}, std::pair{"leakage", "mW"},
                             std::pair{"latency", "cycles"}};
  for (const auto& [q, u] : legal)
    if (quantity == q && unit == u) return;
  throw Error({.what = "unknown quantity or unit of a published figure",
               .value = fmt::format("{} in {}", quantity, unit),
               .legal = "area in mm2, energy in pJ, leakage in mW, latency in cycles"});
}

void ProofControl::validate() const {
  if (set.empty() == replace.empty())
    throw Error(
        {.what = "a proof has one control that breaks the RTL", .legal = "set: [...], or replace and by"});
}

BlockCard read_block_card(const std::filesystem::path& file, const BlockEntry& entry) {
  ConfigTree tree;
  tree.add_file(file.string());
  BlockCard card = resolve<BlockCard>(tree);
  if (card.name != entry.name)
    throw Error({.place = tree.place_of("name"),
                 .what = "the card names another block than its file",
                 .value = card.name,
                 .legal = entry.name});
  const std::vector<std::string> sets = parameter_set_names(entry.name);
  for (const auto& [key, set] :
       {std::pair("mutated_set", &card.mutated_set), std::pair("netlist_set", &card.netlist_set)})
    if (!set->empty() && std::find(sets.begin(), sets.end(), *set) == sets.end())
      throw Error({.place = tree.place_of(key),
                   .what = "the card has no such parameter set",
                   .value = *set,
                   .legal = fmt::format("{}", fmt::join(sets, ", "))});
  for (const std::string& set : sets) {
    const std::string path = "parameter_sets." + set;
    tree.enter(path);
    for (const ParameterInfo& parameter : entry.parameters) tree.take(join_path(path, parameter.path));
  }
  tree.check_all_used();
  return card;
}

BlockCard block_card(std::string_view block) {
  const BlockEntry& entry = Registry<BlockEntry>::instance().find(block);
  return read_block_card(card_file(entry), entry);
}

}  // namespace heddle
