// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned max_depth = 64;  // nested parentheses and signs

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
double real(const Number& n) {
  return std::holds_alternative<double>(n) ? std::get<double>(n)
                                           : static_cast<double>(std::get<std::int64_t>(n));
}

/// Moves a place by some columns: "file:3:7" and 4 give "file:3:11". A place without a column stays.
std::string moved(const std::string& place, std::size_t columns) {
  const std::size_t colon = place.rfind(':');
  std::size_t column = 0;
  if (colon == std::string::npos) return place;
  const char *const begin = place.data() + colon + 1, *const end = place.data() + place.size();
  const auto [stop, error] = std::from_chars(begin, end, column);
  if (error != std::errc{} || stop != end) return place;
  return fmt::format("{}:{}", place.substr(0, colon), column + columns);
}

/// A recursive-descent evaluator: sum > product > sign > atom.
class Evaluator {
 public:
  Evaluator(std::string_view text, const ExpressionNames& names, const std::string& place, bool exact)
      : text_(text), names_(names), place_(place), exact_(exact) {}

  Number run() {
    const Number value = sum();
    if (at_ != text_.size()) fail(at_, "unexpected text in an expression", text_.substr(at_), "an operator");
    return value;
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string what, std::string_view value, std::string legal,
                         std::string nearest = {}) const {
    throw Error({.place = exact_ ? moved(place_, at) : place_,
                 .what = std::move(what),
                 .value = std::string(value),
                 .legal = std::move(legal),
                 .nearest = std::move(nearest)});
  }

  /// Returns the next character that is not a blank, or 0 at the end.
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (accept(c)) return;
    if (at_ == text_.size())
      fail(at_, "expression ends too early", text_,
           fmt::format("'{}'; in a YAML list, an expression with a comma stands in quotes", c));
    fail(at_, "unexpected text in an expression", text_.substr(at_), fmt::format("'{}'", c));
  }

  Number sum() {
    Number value = product();
    for (;;) {
      const char op = peek();
      if (op != '+' && op != '-') return value;
      const std::size_t at = at_++;
      value = apply(op, value, product(), at);
    }
  }

  Number product() {
    Number value = sign();
    for (;;) {
      const char op = peek();
      if (op != '*' && op != '/' && op != '%') return value;
      const std::size_t at = at_++;
      value = apply(op, value, sign(), at);
    }
  }

  Number sign() {
    if (++depth_ > max_depth)
      fail(at_, "expression is nested too deeply", text_, fmt::format("up to {} levels", max_depth));
    const char c = peek();
    const std::size_t at = at_;
    Number value;
    if (accept('-'))
      value = apply('-', std::int64_t{0}, sign(), at);
    else
      value = accept('+') ? sign() : atom(c);
    --depth_;
    return value;
  }

  Number atom(char c) {
    if (is_digit(c) || c == '.') return number();
    if (starts_name(c)) return name();
    if (accept('(')) {
      const Number value = sum();
      expect(')');
      return value;
    }
    const std::string legal = "a number, a name, '(' or a sign";
    if (c == '\0') fail(at_, "expression ends too early", text_, legal);
    fail(at_, "unexpected text in an expression", text_.substr(at_), legal);
  }

  Number number() {
    const std::size_t begin = at_;
    const char *const first = text_.data() + begin, *const last = text_.data() + text_.size();
    std::int64_t integer = 0;
    double value = 0;
    const auto as_integer = std::from_chars(first, last, integer);
    const auto as_real = std::from_chars(first, last, value);
    at_ = static_cast<std::size_t>(std::max(as_integer.ptr, as_real.ptr) - text_.data());
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty() || (at_ < text_.size() && (starts_name(text_[at_]) || text_[at_] == '.')))
      fail(begin, "malformed number", text_.substr(begin), "digits, perhaps with a point or an exponent");
    const bool whole = as_integer.ptr == text_.data() + at_;
    if ((whole ? as_integer.ec : as_real.ec) != std::errc{})
      fail(begin, "number out of range", word, "64-bit integers, double-precision numbers");
    return whole && !names_.statistics ? Number(integer) : Number(value);
  }

  Number name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (peek() == '(') return function(word, begin);
    if (const auto value = names_.find(word)) return *value;
    fail(begin, "unknown name in an expression", word,
         names_.known.empty() ? "there are no sizes or variables"
                              : fmt::format("{}", fmt::join(names_.known, ", ")),
         nearest_name(word, names_.known));
  }

  Number function(std::string_view word, std::size_t at) {
    static const std::vector<std::string> functions{"min", "max", "ceil_div"};
    if (std::find(functions.begin(), functions.end(), word) == functions.end())
      fail(at, "unknown function in an expression", word, fmt::format("{}", fmt::join(functions, ", ")),
           nearest_name(word, functions));
    expect('(');
    const Number a = sum();
    expect(',');
    const Number b = sum();
    expect(')');
    if (word == "ceil_div") return apply('^', a, b, at);
    return (word == "min") == (real(b) < real(a)) ? b : a;
  }

  /// Applies an operator; '^' stands for ceil_div.
  Number apply(char op, const Number& a, const Number& b, std::size_t at) const {
    const bool integers = std::holds_alternative<std::int64_t>(a) && std::holds_alternative<std::int64_t>(b);
    if (names_.statistics && ((op == '/' && real(b) == 0) || std::isnan(real(a)) || std::isnan(real(b))))
      return std::nan("");
    if ((op == '/' || op == '%' || op == '^') && real(b) == 0)
      fail(at, "division by zero", text_, "a divisor other than 0");
    if (integers) return apply(op, std::get<std::int64_t>(a), std::get<std::int64_t>(b), at);
    const double x = real(a), y = real(b);
    if (op == '%' || op == '^')
      fail(at, op == '%' ? "% takes integers" : "ceil_div takes integers", text_, "whole numbers");
    const double value = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y;
    if (!std::isfinite(value)) fail(at, "the result is too large", text_, "finite numbers");
    return value;
  }

  Number apply(char op, std::int64_t a, std::int64_t b, std::size_t at) const {
    std::int64_t value = 0;
    bool overflow = false;
    if (op == '+') overflow = __builtin_add_overflow(a, b, &value);
    if (op == '-') overflow = __builtin_sub_overflow(a, b, &value);
    if (op == '*') overflow = __builtin_mul_overflow(a, b, &value);
    if (op == '/' || op == '%' || op == '^') {
      overflow = a == INT64_MIN && b == -1;
      if (!overflow) value = op == '%' ? a % b : a / b + (op == '^' && a % b != 0 && (a < 0) == (b < 0));
    }
    if (overflow) fail(at, "the result is too large", text_, "64-bit integers");
    return value;
  }

  bool in_name(char c) const { return starts_name(c) || is_digit(c) || (names_.statistics && c == '.'); }

  std::string_view text_;
  const ExpressionNames& names_;
  const std::string& place_;
  bool exact_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

std::string text_of(const Number& number) {
  if (const auto* integer = std::get_if<std::int64_t>(&number)) return fmt::format("{}", *integer);
  return fmt::format("{:.17g}", std::get<double>(number));
}

Number evaluate(std::string_view text, const ExpressionNames& names, const std::string& place, bool exact) {
  return Evaluator(text, names, place, exact).run();
}

}  // namespace heddle
