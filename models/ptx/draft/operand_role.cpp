// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/draft/operand_role.hpp"

namespace heddle::ptx {
namespace {

Type twice(Type t) {
  const bool sign = is_signed(t);
  if (bits_of(t) == 16) return sign ? Type::s32 : Type::u32;
  return sign ? Type::s64 : Type::u64;
}

Type type_of(char code, const Spelling& s) {
  switch (code) {
    case '0':
      return s.types.at(0);
    case '1':
      return s.types.at(1);
    case '2':
      return s.types.at(2);
    case 'w':
      return twice(s.types.at(0));
    case 'p':
    case 'c':
      return Type::pred;
    case 'h':
      return Type::b16;
    case 's':
      return Type::s32;
    case 'f':
      return Type::f32;
    case 'q':
      return Type::b64;
    default:
      return Type::u32;  // 'u'
  }
}

}  // namespace

std::vector<OperandRole> operand_roles(const Spelling& spelling) {
  std::vector<OperandRole> roles;
  OperandRole role;
  const std::string_view text = spelling.opcode->operands;
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '=':
        role.destination = true;
        break;
      case '+':
        role.wider = true;
        break;
      case '?':
        role.optional = true;
        break;
      case ' ':
        break;
      case '|':
        role.with_predicate = true;
        break;
      case 'a':
        role.address = true;
        break;
      default:
        role.implicit = text[i] == 'c';
        role.type = type_of(text[i], spelling);
    }
    if (i + 1 == text.size() || text[i + 1] == ' ') {
      roles.push_back(role);
      role = {};
    }
  }
  return roles;
}

}  // namespace heddle::ptx
