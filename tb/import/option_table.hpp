// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "tb/import/conversion.hpp"

namespace heddle {

/// What becomes of an option of GPGPU-Sim.
struct OptionRow {
  std::string_view name;         ///< a * at its end stands for any further letters
  std::string_view key;          ///< the key, or section, of Heddle's that it sets
  void (*convert)(Conversion&);  ///< null: it has no counterpart
  std::string_view why;          ///< for which it has none, or for which only one value has
};

/// All options of GPGPU-Sim 3.x and 4.x that are known.
std::span<const OptionRow> option_table();

/// All settings of its network's file (network_file.hpp) that are known.
std::span<const OptionRow> network_table();

/// The row of an option, or null.
const OptionRow* row_of(std::span<const OptionRow> table, std::string_view option);

}  // namespace heddle
