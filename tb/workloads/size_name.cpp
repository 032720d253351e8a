// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/size_name.hpp"

#include <fmt/format.h>

#include <optional>

#include "models/base/error.hpp"

namespace heddle {

std::string size_names() {
  std::string all;
  constexpr auto names = names_of(SizeName{});
  for (std::size_t i = 0; i < names.size(); ++i)
    all += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i].name);
  return all;
}

ChosenSize chosen_size(const std::vector<std::string>& sizes, bool small) {
  ChosenSize chosen;
  std::optional<SizeName> name;
  const auto choose = [&](SizeName one) {
    if (name && *name != one)
      throw Error({.what = "two sizes of a workload",
                   .value = fmt::format("{} and {}", name_of(*name), name_of(one)),
                   .legal = fmt::format("one of {}", size_names())});
    name = one;
  };
  if (small) choose(SizeName::small);
  for (const std::string& word : sizes) {
    bool is_name = false;
    for (const auto& n : names_of(SizeName{}))
      if (word == n.name) choose(n.value), is_name = true;
    if (!is_name) chosen.assignments.push_back(word);
  }
  chosen.name = name.value_or(SizeName::standard);
  return chosen;
}

}  // namespace heddle
