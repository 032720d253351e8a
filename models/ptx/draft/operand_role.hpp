// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/ptx/opcodes/opcode.hpp"

namespace heddle::ptx {

/// What a row of the opcode table says about one operand (see Opcode::operands).
struct OperandRole {
  Type type = Type::b32;
  bool destination = false, wider = false, optional = false;
  bool implicit = false;        ///< no operand of the statement: the carry flag
  bool with_predicate = false;  ///< of a destination: d or d|p
  bool address = false;         ///< of an instruction without effect: [a], not read
};

/// The roles of a spelling's operands, in order.
std::vector<OperandRole> operand_roles(const Spelling&);

}  // namespace heddle::ptx
