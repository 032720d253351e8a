// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/value.hpp"

namespace heddle {

/// The sizes that a workload has by name. `small`: for tests; `standard`: those of a run without options;
/// `paper`: the benchmark's own.
enum class SizeName : std::uint8_t { small, standard, paper };
constexpr auto names_of(SizeName) {
  return std::array{Named{SizeName::small, "small"}, Named{SizeName::standard, "default"},
                    Named{SizeName::paper, "paper"}};
}
/// "small, default or paper", for messages.
std::string size_names();

/// What a list of sizes says.
struct ChosenSize {
  SizeName name = SizeName::standard;
  std::vector<std::string> assignments{};  ///< all of the list that are no names of sizes
};

/// Finds the name among `sizes`; `small` counts as one. Throws Error for two different names.
ChosenSize chosen_size(const std::vector<std::string>& sizes, bool small);

}  // namespace heddle
