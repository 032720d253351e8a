// SPDX-License-Identifier: Apache-2.0
#include "tb/sweep/axis.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>

#include "models/base/error.hpp"

namespace heddle::sweep {
namespace {

constexpr const char* legal_values =
    "values with commas between them; FIRST..LAST, FIRST..LAST:STEP or FIRST..LAST:*FACTOR";

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Splits at commas outside of brackets, braces, parentheses and quotes.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  unsigned depth = 0;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      ++depth;
    } else if ((c == ']' || c == '}' || c == ')') && depth != 0) {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  return parts;
}

struct Range {
  std::int64_t first = 0, last = 0, step = 1;
  bool multiplies = false;

  bool ends() const {
    return first <= last && (multiplies ? step > 1 && first > 0 : step > 0) && last < (std::int64_t{1} << 62);
  }
  /// The value after this one; past the last where it would be too large.
  std::int64_t after(std::int64_t value) const {
    if (!multiplies) return value > last - step ? last + 1 : value + step;
    return value > last / step ? last + 1 : value * step;
  }
};

/// FIRST..LAST, with :STEP or :*FACTOR.
std::optional<Range> range_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == text.npos) return std::nullopt;
  const std::size_t colon = std::min(text.find(':', dots), text.size());
  std::string_view step = colon == text.size() ? "1" : text.substr(colon + 1);
  Range range{.multiplies = step.starts_with('*')};
  if (range.multiplies) step.remove_prefix(1);
  const auto first = number<std::int64_t>(text.substr(0, dots)),
             last = number<std::int64_t>(text.substr(dots + 2, colon - dots - 2)),
             by = number<std::int64_t>(step);
  if (!first || !last || !by) return std::nullopt;
  range.first = *first, range.last = *last, range.step = *by;
  return range;
}

void add_range(const Range& range, std::string_view text, std::vector<std::string>& values) {
  if (!range.ends())
    throw Error(
        {.what = "this range has no value, or no end", .value = std::string(text), .legal = legal_values});
  for (std::int64_t v = range.first; v <= range.last; v = range.after(v)) {
    if (values.size() == most_values)
      throw Error({.what = "too many values",
                   .value = std::string(text),
                   .legal = fmt::format("{} at most", most_values)});
    values.push_back(std::to_string(v));
  }
}

}  // namespace

std::vector<std::string> values_of(std::string_view text) {
  std::vector<std::string> values;
  for (const std::string_view part : split(text)) {
    if (part.empty())
      throw Error({.what = "a value is missing", .value = std::string(text), .legal = legal_values});
    if (const auto range = range_of(part))
      add_range(*range, part, values);
    else
      values.emplace_back(part);
  }
  return values;
}

Axis axis_of(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == assignment.npos || equals == 0)
    throw Error({.what = "this sets nothing", .value = std::string(assignment), .legal = "KEY=VALUES"});
  return {std::string(assignment.substr(0, equals)), values_of(assignment.substr(equals + 1))};
}

bool is_number(const std::string& value) { return number<double>(value).has_value(); }

}  // namespace heddle::sweep
