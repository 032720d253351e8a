// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/passes/passes.hpp"

namespace heddle::ptx {
namespace {

/// A mov of a whole register, or a cvta whose distance is zero.
bool is_copy_of_register(const DraftKernel& kernel, const Draft& d) {
  const Instruction& i = d.instruction;
  const bool moves = d.mnemonic == "mov" && i.operand[1].kind == OperandRef::Kind::none;
  const bool converts =
      d.mnemonic == "cvta" && i.operand[1].kind != OperandRef::Kind::slot && i.operand[1].immediate == 0;
  const RegisterId from = register_of(d, 0);
  if ((!moves && !converts) || from == no_register || i.destination_count != i.source_count ||
      d.guard != no_register)
    return false;
  const unsigned bits = bits_of(kernel.registers[from].type);
  return bits >= 32 && bits == 32u * i.destination_count &&
         bits == bits_of(kernel.registers[d.destinations[0].reg].type);
}

}  // namespace

void forward_copies(DraftKernel& kernel, InstructionSet) {
  const Definitions known(kernel);
  std::vector<RegisterId> stands_for(kernel.registers.size(), no_register);
  for (const Draft& d : kernel.code) {
    if (!is_copy_of_register(kernel, d)) continue;
    const RegisterId to = d.destinations[0].reg, from = register_of(d, 0);
    if (known.has(to) && known.has(from)) stands_for[to] = from;
  }
  // The registers of a vector access have their places, whatever is copied into them.
  for (const auto& group : kernel.groups)
    for (const RegisterId r : group) stands_for[r] = no_register;
  for (Draft& d : kernel.code)
    for (unsigned s = 0; s < d.instruction.source_count; ++s)
      while (stands_for[d.sources[s].reg] != no_register) d.sources[s].reg = stands_for[d.sources[s].reg];
}

}  // namespace heddle::ptx
