// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/draft/instruction_set.hpp"

#include <algorithm>
#include <string>

#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

struct Row {
  std::string_view mnemonic;
  std::uint8_t operands;  ///< bit k: operand k may be composite
};
/// By mnemonic: unary ones, then those of two operands that may change places (a difference is the sum with a
/// negated operand), those of which only the second may be composite, those of three.
constexpr std::array rows{Row{"mov", 1}, Row{"cvt", 1},  Row{"cvta", 1}, Row{"neg", 1},  Row{"abs", 1},
                          Row{"not", 1}, Row{"cnot", 1}, Row{"brev", 1}, Row{"popc", 1}, Row{"add", 3},
                          Row{"sub", 3}, Row{"mul", 3},  Row{"and", 3},  Row{"or", 3},   Row{"xor", 3},
                          Row{"min", 3}, Row{"max", 3},  Row{"setp", 3}, Row{"set", 3},  Row{"mul24", 3},
                          Row{"shl", 2}, Row{"shr", 2},  Row{"selp", 2}, Row{"addc", 3}, Row{"subc", 3},
                          Row{"mad", 7}, Row{"fma", 7},  Row{"madc", 7}, Row{"mad24", 7}};

const std::string& name_of_special(unsigned number) {
  static const std::vector<std::string> names = special_register_names();
  return names[number];
}

const Row* row_of(const Draft& d) {
  const Instruction& i = d.instruction;
  const bool on_predicates = i.predicate_count != 0 && i.destination_count == 0 && d.mnemonic != "setp";
  if (i.memory.space != Space::none || i.control != Control::none || i.exchanges_lanes || i.packed ||
      on_predicates)
    return nullptr;
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.mnemonic == d.mnemonic; });
  if (row == rows.end()) return nullptr;
  // A mov that packs or unpacks is none of these.
  const bool several = i.operand[1].kind != OperandRef::Kind::none || i.destination_count > 2;
  return row->operands == 1 && several && d.mnemonic == "mov" ? nullptr : &*row;
}

}  // namespace

bool has_composite(const Draft& d) { return row_of(d) != nullptr; }

bool may_be_composite(const Draft& d, unsigned k) {
  const Row* row = row_of(d);
  return row != nullptr && (row->operands >> k & 1) != 0;
}

bool is_composite(const Draft& d, unsigned k) {
  const OperandRef& o = d.instruction.operand[k];
  return o.kind == OperandRef::Kind::constant || (o.kind == OperandRef::Kind::immediate && o.immediate != 0);
}

bool in_constant_bank(unsigned number) {
  const std::string& name = name_of_special(number);
  return name.starts_with("%ntid.") || name.starts_with("%nctaid.");
}

}  // namespace heddle::ptx
