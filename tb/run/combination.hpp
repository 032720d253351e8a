// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/base/config.hpp"

namespace heddle {

/// What techniques need beside each other, and not alone.
struct Beside {
  std::vector<std::string> techniques{}, set{};

  static constexpr auto parameters() {
    return std::tuple{parameter(&Beside::techniques, "techniques", "", "which must all be there"),
                      parameter(&Beside::set, "set", "", "as --set")};
  }
};

/// Techniques that share a machine, with the settings that let them: a file of configs/combinations, which
/// --with names as it names a technique.
struct TechniqueCombination {
  std::vector<std::string> techniques{}, set{};
  std::vector<Beside> beside{};

  static constexpr auto parameters() {
    using C = TechniqueCombination;
    return std::tuple{
        parameter(&C::techniques, "techniques", "", "as --with"),
        parameter(&C::set, "set", "", "as --set: of the machine with all of them, with some, and with none"),
        section(&C::beside, "beside", "settings that some of them need beside each other")};
  }

  /// As --set, of the machine with these techniques.
  std::vector<std::string> settings(const std::vector<std::string>& with) const;
};

/// By name; a technique's name is none.
std::vector<std::string> combination_names();
/// Throws Error for a file that is no such combination.
TechniqueCombination load_combination(const std::string& name);
/// The combinations with which a machine has these techniques, and maybe others.
std::vector<std::string> combinations_of(const std::vector<std::string>& techniques);

/// The settings of those whose techniques are all in `with`.
std::vector<std::string> settings_beside(const std::vector<Beside>& all,
                                         const std::vector<std::string>& with);

}  // namespace heddle
