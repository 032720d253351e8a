// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "models/base/statistics.hpp"

namespace heddle {
namespace {

/// Prints a value; `real` is the fmt format of real numbers, `none` is printed where there is no value.
std::string printed(const StatValue& value, fmt::string_view real, std::string_view none) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format(fmt::runtime(real), *number);
  return std::string(none);
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

std::string csv_field(const StatValue& value) {
  const auto* number = std::get_if<double>(&value);
  return number != nullptr ? csv_field(*number) : printed(value, "{}", "");
}

std::string text_of(const StatGroup& group) {
  struct Line {
    std::string path, value, unit, description;
  };
  std::vector<Line> lines;
  std::size_t path = 0, value = 0, unit = 0;
  group.visit([&](const std::string& name, const Statistic& s) {
    const Line& line =
        lines.emplace_back(Line{name, printed(s.value(), "{:.6g}", "-"), s.unit, s.description});
    path = std::max(path, line.path.size());
    value = std::max(value, line.value.size());
    unit = std::max(unit, line.unit.size());
  });
  std::string out;
  for (const Line& line : lines)
    out += fmt::format("{:<{}}  {:>{}}  {:<{}}  {}\n", line.path, path, line.value, value, line.unit, unit,
                       line.description);
  return out;
}

std::string csv_of(const StatGroup& group) {
  std::string out = "path,value,unit,description\n";
  group.visit([&](const std::string& path, const Statistic& s) {
    out +=
        fmt::format("{},{},{},{}\n", path, csv_field(s.value()), csv_field(s.unit), csv_field(s.description));
  });
  return out;
}

nlohmann::ordered_json json_of(const StatGroup& group) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const Statistic& s : group.statistics())
    object[s.name] = std::visit(
        [](const auto& value) -> nlohmann::ordered_json {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
            return nullptr;
          else
            return value;
        },
        s.value());
  for (const auto& child : group.groups()) {
    const auto dot = child->path().rfind('.');
    object[child->path().substr(dot == std::string::npos ? 0 : dot + 1)] = json_of(*child);
  }
  return object;
}

}  // namespace heddle
