// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::estimate {

/// A Boolean expression of a liberty: names, 0, 1, prefix `!`, postfix `'`, `^`, `&` or `*` or a blank for
/// and, `+` or
/// `|` for or, parentheses. `!` and `'` bind strongest, then `^`, then and, then or.
class BooleanFunction {
 public:
  BooleanFunction() = default;
  /// Throws Error with the position when `text` is not an expression.
  explicit BooleanFunction(std::string_view text);

  /// The names in the expression, each once, in order of appearance.
  const std::vector<std::string>& inputs() const { return inputs_; }

  /// 64 evaluations side by side: bit k of the result for bit k of every input, in the order of `inputs`.
  std::uint64_t evaluate(std::span<const std::uint64_t> values) const;

  /// Bit r: the value for the inputs' bits being those of the number r. At most six inputs.
  std::uint64_t truth_table() const;

  /// The function as an expression of Verilog, in its inputs.
  std::string verilog() const;

 private:
  enum class Op : std::uint8_t { input, zero, one, invert, exclusive_or, conjunction, disjunction };
  struct Step {
    Op op;
    std::uint8_t input = 0;
  };
  friend class FunctionParser;

  std::vector<std::string> inputs_;
  std::vector<Step> steps_;  ///< in postfix order
};

}  // namespace heddle::estimate
