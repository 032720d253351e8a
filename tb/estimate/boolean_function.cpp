// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/boolean_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "models/base/error.hpp"

namespace heddle::estimate {

/// A recursive-descent parser with one function for each level of precedence. It tracks the depth of the
/// operand stack, so that the evaluation needs no check.
class FunctionParser {
 public:
  FunctionParser(std::string_view text, BooleanFunction& function) : text_(text), function_(function) {}

  void parse() {
    disjunction();
    blanks();
    if (at_ < text_.size()) fail("an operator is missing");
  }

  static constexpr std::size_t max_depth = 32;

 private:
  using Op = BooleanFunction::Op;

  [[noreturn]] void fail(const char* what) const {
    throw Error({.place = "liberty function",
                 .what = fmt::format("{} at character {}", what, at_ + 1),
                 .value = std::string(text_)});
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char next() {
    blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  static bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '[' || c == ']';
  }
  bool starts_operand(char c) const { return in_name(c) || c == '!' || c == '('; }

  void emit(Op op, int pushed, std::uint8_t input = 0) {
    depth_ += pushed;
    if (depth_ > static_cast<int>(max_depth)) fail("nested too deeply");
    function_.steps_.push_back({op, input});
  }
  void disjunction() {
    conjunction();
    for (char c = next(); c == '+' || c == '|'; c = next()) {
      ++at_;
      conjunction();
      emit(Op::disjunction, -1);
    }
  }
  void conjunction() {
    exclusive_or();
    for (char c = next(); c == '&' || c == '*' || starts_operand(c); c = next()) {
      if (c == '&' || c == '*') ++at_;
      exclusive_or();
      emit(Op::conjunction, -1);
    }
  }
  void exclusive_or() {
    operand();
    while (next() == '^') {
      ++at_;
      operand();
      emit(Op::exclusive_or, -1);
    }
  }
  void operand() {
    if (++nesting_ > 200) fail("nested too deeply");
    const char c = next();
    if (c == '!') {
      ++at_;
      operand();
      emit(Op::invert, 0);
    } else if (c == '(') {
      ++at_;
      disjunction();
      if (next() != ')') fail("a closing parenthesis is missing");
      ++at_;
    } else if (in_name(c)) {
      name();
    } else {
      fail("an operand is missing");
    }
    while (next() == '\'') {
      ++at_;
      emit(Op::invert, 0);
    }
    --nesting_;
  }
  void name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    const std::string word(text_.substr(start, at_ - start));
    if (word == "0" || word == "1") return emit(word == "1" ? Op::one : Op::zero, 1);
    auto& inputs = function_.inputs_;
    const auto known = std::find(inputs.begin(), inputs.end(), word);
    const auto index = known - inputs.begin();
    if (index > 255) fail("too many inputs");
    if (known == inputs.end()) inputs.push_back(word);
    emit(Op::input, 1, static_cast<std::uint8_t>(index));
  }

  std::string_view text_;
  BooleanFunction& function_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int nesting_ = 0;
};

BooleanFunction::BooleanFunction(std::string_view text) { FunctionParser(text, *this).parse(); }

std::uint64_t BooleanFunction::evaluate(std::span<const std::uint64_t> values) const {
  std::array<std::uint64_t, FunctionParser::max_depth + 1> stack;
  std::size_t top = 0;
  for (const Step step : steps_) {
    switch (step.op) {
      case Op::input:
        stack[top++] = values[step.input];
        break;
      case Op::zero:
        stack[top++] = 0;
        break;
      case Op::one:
        stack[top++] = ~std::uint64_t{0};
        break;
      case Op::invert:
        stack[top - 1] = ~stack[top - 1];
        break;
      case Op::exclusive_or:
        --top, stack[top - 1] ^= stack[top];
        break;
      case Op::conjunction:
        --top, stack[top - 1] &= stack[top];
        break;
      case Op::disjunction:
        --top, stack[top - 1] |= stack[top];
        break;
    }
  }
  return stack[0];
}

std::uint64_t BooleanFunction::truth_table() const {
  // Column k of the truth table's inputs: bit r is bit k of row number r.
  constexpr std::array<std::uint64_t, 6> columns{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                                 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  const std::uint64_t rows = std::uint64_t{1} << inputs_.size();
  const std::uint64_t table = evaluate(std::span(columns).first(inputs_.size()));
  return rows == 64 ? table : table & ((std::uint64_t{1} << rows) - 1);
}

std::string BooleanFunction::verilog() const {
  std::vector<std::string> stack;
  const auto join = [&stack](char op) {
    const std::string right = std::move(stack.back());
    stack.pop_back();
    stack.back() = fmt::format("({} {} {})", stack.back(), op, right);
  };
  for (const Step step : steps_) {
    switch (step.op) {
      case Op::input:
        stack.push_back(inputs_[step.input]);
        break;
      case Op::zero:
      case Op::one:
        stack.push_back(step.op == Op::one ? "1'b1" : "1'b0");
        break;
      case Op::invert:
        stack.back() = "~" + stack.back();
        break;
      case Op::exclusive_or:
        join('^');
        break;
      case Op::conjunction:
        join('&');
        break;
      case Op::disjunction:
        join('|');
        break;
    }
  }
  return stack.back();
}

}  // namespace heddle::estimate
