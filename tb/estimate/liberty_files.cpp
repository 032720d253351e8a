// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/estimate/gzip_text.hpp"
#include "tb/estimate/liberty_tables.hpp"

namespace heddle::estimate {
namespace {

constexpr const char* kind = "liberty";

/// What must be alike: figures of files of several corners cannot be added.
constexpr std::array alike{"delay_model",
                           "time_unit",
                           "voltage_unit",
                           "current_unit",
                           "leakage_power_unit",
                           "pulling_resistance_unit",
                           "nom_process",
                           "nom_voltage",
                           "nom_temperature",
                           "slew_derate_from_library",
                           "slew_lower_threshold_pct_rise",
                           "slew_upper_threshold_pct_rise",
                           "slew_lower_threshold_pct_fall",
                           "slew_upper_threshold_pct_fall",
                           "input_threshold_pct_rise",
                           "input_threshold_pct_fall",
                           "output_threshold_pct_rise",
                           "output_threshold_pct_fall"};
/// The same of figures for what a cell does not say; none is zero. All cells get those of the first file.
constexpr std::array alike_or_zero{"default_cell_leakage_power", "default_leakage_power_density",
                                   "default_input_pin_cap", "default_output_pin_cap",
                                   "default_inout_pin_cap"};

bool same(const std::string& a, const std::string& b) {
  const std::optional<double> x = liberty_number(a), y = liberty_number(b);
  return x && y ? *x == *y : squeezed(a) == squeezed(b);
}

/// The corner and the units of a library, by name.
std::map<std::string, std::string> corner_of(const LibertyGroup& library) {
  std::map<std::string, std::string> corner;
  for (const char* name : alike) corner[name] = library.attribute(name);
  for (const char* name : alike_or_zero) {
    corner[name] = library.attribute(name);
    if (corner[name].empty()) corner[name] = "0";
  }
  if (const auto unit = library.lists.find("capacitive_load_unit"); unit != library.lists.end())
    for (std::size_t k = 0; k < unit->second.size(); ++k)
      corner[fmt::format("capacitive_load_unit, {}", k == 0 ? "number" : "unit")] = unit->second[k];
  const std::string_view conditions = library.attribute("default_operating_conditions");
  for (const char* name : {"process", "voltage", "temperature"}) {
    std::string& value = corner[fmt::format("{} of the default operating conditions", name)];
    value = library.attribute(fmt::format("nom_{}", name));
    for (const LibertyGroup& group : library.groups)
      if (group.kind == "operating_conditions" && !group.names.empty() && group.names[0] == conditions)
        value = group.attribute(name);
  }
  return corner;
}

void require_alike(const LibertyFile& first, const LibertyFile& other) {
  auto expected = corner_of(first.library), found = corner_of(other.library);
  for (const auto& [name, value] : found) expected.try_emplace(name);
  for (const auto& [name, value] : expected)
    if (!same(value, found[name]))
      throw Error({.place = fmt::format("{}:{}", other.name, other.library.line_of(name)),
                   .what = fmt::format("the liberties are not of one corner and one set of units: {}", name),
                   .value = found[name].empty() ? "none" : found[name],
                   .legal = fmt::format("{}, as in {}", value.empty() ? "none" : value, first.name)});
}

}  // namespace

std::vector<LibertyFile> read_liberty_files(std::span<const std::filesystem::path> files) {
  std::vector<LibertyFile> all;
  for (const std::filesystem::path& path : files) {
    LibertyFile file{.name = path.string(), .text = read_text_file(path, kind), .library = {}};
    file.packed = is_gzip(file.text);
    if (file.packed) file.text = gunzip(file.text, kind, file.name);
    file.library = parse_liberty(file.text, file.name);
    if (!all.empty()) require_alike(all[0], file);
    all.push_back(std::move(file));
  }
  return all;
}

}  // namespace heddle::estimate
