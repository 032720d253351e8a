// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tb/lower/value.hpp"

namespace heddle::lower {

/// An operator of Verilator's tree with one or two operands.
struct Operator {
  std::string_view kind;
  std::string_view text;  ///< in Verilog
  enum class Form {
    unary,      ///< of the width of its operand
    reduction,  ///< of one bit
    binary,     ///< both operands and the result have one width
    compare,    ///< both operands have one width
    shift,      ///< the result has the width of the left operand
  } form;
  bool is_signed = false;
};

/// Null when `kind` is none.
const Operator* find_operator(std::string_view kind);

/// The result for constants, where it is known; operands have the widths that the operator asks for.
std::optional<Bits> fold(const Operator& op, unsigned width, const Value& a, const Value* b);

}  // namespace heddle::lower
