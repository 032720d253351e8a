// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/launch_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "models/base/error.hpp"
#include "tb/workloads/launch_content.hpp"

namespace heddle {
namespace {

bool is_name(std::string_view text) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), in_name);
}

void check_name(const std::string& name, const std::string& place) {
  if (!is_name(name))
    throw Error({.place = place,
                 .what = "is no name for a size or variable",
                 .value = name,
                 .legal = "letters, digits and _, not beginning with a digit"});
}

/// Returns the place of a value's first character, behind its quotation mark if it has one. `exact` becomes
/// false where the text in the file is not the value, character by character.
std::string start_of(const std::string& place, const std::string& text, bool& exact) {
  unsigned line = 0, column = 0;
  const std::size_t second = place.rfind(':'), first = second == 0 ? 0 : place.rfind(':', second - 1);
  exact = second != std::string::npos && first != std::string::npos &&
          std::sscanf(place.c_str() + first, ":%u:%u", &line, &column) == 2;
  if (!exact) return place;
  std::istringstream in(text);
  std::string found;
  for (unsigned i = 0; i < line; ++i) std::getline(in, found);
  const char c = column >= 1 && column <= found.size() ? found[column - 1] : '\0';
  exact = c != '|' && c != '>' && c != '[' && c != '-';
  if (c == '-') exact = column < found.size() && found[column] != ' ';
  return c == '"' || c == '\'' ? fmt::format("{}:{}", place.substr(0, second), column + 1) : place;
}

}  // namespace

LaunchNames::LaunchNames(const ConfigTree& tree, std::string text,
                         const std::vector<std::string>& assignments)
    : tree_(tree), text_(std::move(text)) {
  const std::vector<std::string> sizes = tree.keys("sizes"), variables = tree.keys("variables");
  for (const std::string& name : sizes) read_size(name, assignments);
  for (const std::string& assignment : assignments) {
    const std::string name = assignment.substr(0, assignment.find('='));
    if (std::find(sizes.begin(), sizes.end(), name) != sizes.end()) continue;
    throw Error({.place = "command line",
                 .what = "the launch file has no such size",
                 .value = name,
                 .legal = sizes.empty() ? "it has no sizes" : fmt::format("{}", fmt::join(sizes, ", ")),
                 .nearest = nearest_name(name, sizes)});
  }
  for (const std::string& name : variables) {
    check_name(name, tree.place_of(join_path("variables", name)));
    if (values_.contains(name))
      throw Error(
          {.place = tree.place_of(join_path("variables", name)), .what = "is a size already", .value = name});
    variables_.insert(name);
  }
  for (const std::string& name : variables) find(name);
}

void LaunchNames::read_size(const std::string& name, const std::vector<std::string>& assignments) {
  const std::string path = join_path("sizes", name);
  check_name(name, tree_.place_of(path));
  const ConfigTree::Entry* entry = tree_.take(path);
  std::string text = entry == nullptr || entry->values.empty() ? "" : entry->values.front();
  std::string place = place_of_value(tree_, path);
  for (const std::string& assignment : assignments)
    if (assignment.starts_with(name + "=")) {
      text = assignment.substr(name.size() + 1);
      place = "command line";
    }
  std::int64_t value = 0;
  if (Value<std::int64_t>::parse(text, value) != Parse::ok)
    throw Error({.place = place,
                 .what = fmt::format("size {} is no integer", name),
                 .value = text,
                 .legal = "a 64-bit integer; what is computed from sizes stands under 'variables'"});
  values_[name] = value;
}

std::optional<Number> LaunchNames::find(std::string_view name) const {
  if (const auto known = values_.find(name); known != values_.end()) return known->second;
  if (!variables_.contains(name)) return std::nullopt;
  const std::string path = join_path("variables", name);
  if (!open_.insert(std::string(name)).second)
    throw Error({.place = place_of_value(tree_, path),
                 .what = "variable depends on itself",
                 .value = std::string(name)});
  const ConfigTree::Entry* entry = tree_.take(path);
  if (entry == nullptr || entry->kind != ConfigTree::Kind::scalar)
    throw Error({.place = tree_.place_of(path),
                 .what = "variable has no value",
                 .value = std::string(name),
                 .legal = "an expression"});
  const Number value = number({entry->values.front()}, path);
  open_.erase(open_.find(name));
  values_[std::string(name)] = value;
  return value;
}

Number LaunchNames::number(const Literal& given, const std::string& path) const {
  ExpressionNames names{.find = [this](std::string_view name) { return find(name); }};
  for (const auto& [name, value] : values_) names.known.push_back(name);
  bool exact = false;
  const std::string place = start_of(place_of_value(tree_, path), text_, exact);
  return evaluate(given.text, names, place, exact);
}

std::uint64_t LaunchNames::integer(const Literal& given, const std::string& path, std::uint64_t low,
                                   std::uint64_t high, const char* unit) const {
  const Number value = number(given, path);
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer != nullptr && *integer >= 0 && static_cast<std::uint64_t>(*integer) >= low &&
      static_cast<std::uint64_t>(*integer) <= high)
    return static_cast<std::uint64_t>(*integer);
  const std::string number = text_of(value);
  throw Error({.place = place_of_value(tree_, path),
               .what = fmt::format("{} is out of range", path),
               .value = number == given.text ? number : fmt::format("{} = {}", given.text, number),
               .legal = fmt::format("{} .. {} {}", low, high, unit)});
}

std::uint64_t LaunchNames::integer_or(const Literal& given, const std::string& at, const char* key,
                                      std::uint64_t fallback, std::uint64_t low, std::uint64_t high,
                                      const char* unit) const {
  const std::string path = join_path(at, key);
  return tree_.contains(path) ? integer(given, path, low, high, unit) : fallback;
}

Literal LaunchNames::literal(const Literal& given, const std::string& path) const {
  double plain = 0;
  if (parse_real(given.text, plain) != Parse::wrong_type || given.text.empty()) return given;
  return {text_of(number(given, path))};
}

void LaunchNames::add(const std::string& name, const std::string& place) {
  check_name(name, place);
  if (values_.contains(name) || variables_.contains(name))
    throw Error({.place = place, .what = "the name of a loop's variable is taken", .value = name});
  values_[name] = std::int64_t{0};
}

}  // namespace heddle
