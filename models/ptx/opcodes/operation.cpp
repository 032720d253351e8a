// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/operation.hpp"

#include <algorithm>
#include <array>

#include "models/ptx/opcodes/opcode.hpp"

namespace heddle::ptx {
namespace {

enum class Kind : std::uint8_t { add, max, mul, mad, div, root };
struct NamedOperation {
  std::string_view mnemonic;
  Kind kind;
};
/// The mnemonics whose operation is not `add`.
constexpr std::array named{NamedOperation{"min", Kind::max},   NamedOperation{"max", Kind::max},
                           NamedOperation{"mul", Kind::mul},   NamedOperation{"mul24", Kind::mul},
                           NamedOperation{"mad", Kind::mad},   NamedOperation{"mad24", Kind::mad},
                           NamedOperation{"fma", Kind::mad},   NamedOperation{"dp2a", Kind::mad},
                           NamedOperation{"dp4a", Kind::mad},  NamedOperation{"div", Kind::div},
                           NamedOperation{"rem", Kind::div},   NamedOperation{"rcp", Kind::root},
                           NamedOperation{"sqrt", Kind::root}, NamedOperation{"rsqrt", Kind::root}};
/// These move bits, whatever their type is, so that they are no floating-point operations.
constexpr std::array<std::string_view, 3> moves{"mov", "selp", "slct"};

Kind kind_of(std::string_view mnemonic) {
  const auto* it = std::find_if(named.begin(), named.end(),
                                [&](const NamedOperation& n) { return n.mnemonic == mnemonic; });
  return it == named.end() ? Kind::add : it->kind;
}

bool is_fp(Type t) {
  constexpr std::array all{Type::f16, Type::bf16,  Type::e4m3x2, Type::e5m2x2,
                           Type::f32, Type::f16x2, Type::bf16x2, Type::tf32};
  return std::find(all.begin(), all.end(), t) != all.end();
}

Operation in_class(Operation first, Kind kind) {
  return static_cast<Operation>(static_cast<unsigned>(first) + static_cast<unsigned>(kind));
}

}  // namespace

Operation operation_of(const Spelling& s) {
  const std::string_view mnemonic = s.opcode->mnemonic();
  const Kind kind = kind_of(mnemonic);
  const bool computes =
      s.opcode->shape == Shape::compute && std::find(moves.begin(), moves.end(), mnemonic) == moves.end();
  if (!computes) return Operation::int_add;
  if (std::find(s.types.begin(), s.types.end(), Type::f64) != s.types.end())
    return in_class(Operation::dp_add, kind == Kind::root ? Kind::div : kind);
  if (kind == Kind::root || (kind == Kind::add && s.opcode->unit == Unit::sfu)) return Operation::special;
  const bool single = !s.types.empty() && is_fp(s.types.front());
  return in_class(single ? Operation::fp_add : Operation::int_add, kind);
}

}  // namespace heddle::ptx
