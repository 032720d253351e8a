// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty_units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <regex>

#include "models/base/error.hpp"
#include "tb/estimate/liberty_tables.hpp"

namespace heddle::estimate {
namespace {

struct Unit {
  const char *attribute, *of;  ///< as a pattern, in small letters
  const char* legal;
};

constexpr std::array units{Unit{"time_unit", "[afpnum]?s", "\"1ns\", \"10ps\" or the like"},
                           Unit{"voltage_unit", "[afpnumk]?v", "\"1V\", \"100mV\" or the like"},
                           Unit{"current_unit", "[afpnumk]?a", "\"1mA\", \"10uA\" or the like"},
                           Unit{"pulling_resistance_unit", "[mk]?ohm", "\"1kohm\", \"10ohm\" or the like"},
                           Unit{"leakage_power_unit", "[afpnumk]?w", "\"1nW\", \"100pW\" or the like"}};

[[noreturn]] void refuse(const LibertyGroup& library, const std::string& place, const std::string& name,
                         std::string value, std::string legal) {
  throw Error({.place = fmt::format("{}:{}", place, library.line_of(name)),
               .what = fmt::format("{} is no unit", name),
               .value = std::move(value),
               .legal = std::move(legal)});
}

}  // namespace

void check_units(const LibertyGroup& library, const std::string& place) {
  for (const Unit& unit : units) {
    const std::string text(library.attribute(unit.attribute));
    if (!text.empty() && !std::regex_match(squeezed(text), std::regex(fmt::format("10*(\\.0*)?{}", unit.of))))
      refuse(library, place, unit.attribute, text, unit.legal);
  }
}

double capacitance_unit(const LibertyGroup& library, const std::string& place) {
  const auto it = library.lists.find("capacitive_load_unit");
  if (it == library.lists.end()) return 1e-12;
  const std::vector<std::string>& unit = it->second;
  const double scale = unit.size() == 2 ? liberty_number(unit[0]).value_or(0) : 0;
  const std::string name = unit.size() == 2 ? squeezed(unit[1]) : "";
  if (!(scale > 0) || !std::isfinite(scale) || (name != "ff" && name != "pf"))
    refuse(library, place, "capacitive_load_unit", fmt::format("{}", fmt::join(unit, ", ")),
           "a positive number, and pf or ff");
  return scale * (name == "ff" ? 1e-15 : 1e-12);
}

}  // namespace heddle::estimate
