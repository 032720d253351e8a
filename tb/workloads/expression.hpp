// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle {

/// The value of an expression in a launch file or experiment: integers stay exact, and an operation on an
/// integer and a real number gives a real one.
using Number = std::variant<std::int64_t, double>;

/// Text that a number can be read from: "64", "0.25".
std::string text_of(const Number& number);

/// The names that an expression may use.
struct ExpressionNames {
  /// The value of a name, or nothing; may throw Error.
  std::function<std::optional<Number>(std::string_view)> find;
  std::vector<std::string> known{};  ///< for messages
  /// The expression is over statistics: names have dots ("run.cycles"), all numbers are real, and what has no
  /// value (NaN) or is divided by zero gives none.
  bool statistics = false;
};

/// Evaluates + - * / %, parentheses, min(a, b), max(a, b), ceil_div(a, b), numbers and names. Integer
/// division truncates towards zero; % and ceil_div take integers. Throws Error for what is no expression, an
/// unknown name, division by zero, and overflow; its place is `place`, or, when that is file:line:column of
/// the text's first character and `exact` is set, the place of the offending text.
Number evaluate(std::string_view text, const ExpressionNames& names, const std::string& place, bool exact);

}  // namespace heddle
