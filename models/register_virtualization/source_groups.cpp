// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/source_groups.hpp"

namespace heddle {

using ptx::Instruction;
using ptx::OperandRef;

std::array<RegisterSet, flagged_operands> source_groups(const Instruction& i) {
  unsigned starts = 1;  // bit s: an operand begins at slot s
  for (const OperandRef& o : i.operand)
    if (o.kind == OperandRef::Kind::slot) starts |= 1u << o.index;
  // The data of a store has no reference of its own: it follows the address.
  const bool stores = i.memory.store && i.memory.update == nullptr && i.execute == nullptr;
  if (stores && i.operand[0].kind == OperandRef::Kind::slot) starts |= 1u << i.memory.address_bits / 32u;

  std::array<RegisterSet, flagged_operands> groups{};
  unsigned group = 0;
  for (unsigned s = 0; s < i.source_count; ++s) {
    if (s != 0 && (starts >> s & 1) != 0 && ++group == flagged_operands) break;
    groups[group] |= only(i.sources[s]);
  }
  return groups;
}

}  // namespace heddle
