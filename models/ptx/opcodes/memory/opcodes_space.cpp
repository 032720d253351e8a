// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"
#include "models/ptx/program/memory_windows.hpp"

/// Addresses of constants and of a cluster's shared-memory windows. Constants lie in device memory, so their
/// addresses are generic addresses already.
namespace heddle::ptx {
namespace {

template <class T>
T same(T address) {
  return address;
}

template <class T>
void is_constant(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const Source<T> address(i.operand[0], c, o);
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (address[lane] - c.constant_address < c.constants.size()) o.predicate[0] |= lane_bit[lane];
}

template <class T>
void is_shared(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const Source<T> address(i.operand[0], c, o);
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (resolve(Space::generic, address[lane]).space == Space::shared) o.predicate[0] |= lane_bit[lane];
}

/// A generic address never points to a parameter.
void never(const Instruction&, const WarpContext&, LaneMask, Operands& o) { o.predicate[0] = 0; }

// The opcode does not tell the width of the address; the number of sources does.
bool wide(const Instruction& i) { return i.source_count == 2; }

void in_space(const Spelling& s, Instruction& i) {
  if (s.has("const"))
    i.execute = wide(i) ? is_constant<std::uint64_t> : is_constant<std::uint32_t>;
  else if (!s.among({"param", "param::entry"}).empty())
    i.execute = never;
  else
    i.execute = wide(i) ? is_shared<std::uint64_t> : is_shared<std::uint32_t>;
}

template <class T>
T add(T a, T b) {
  return a + b;
}
/// A cluster has one CTA, so both windows of shared memory are the same.
void shared_address(const Spelling& s, Instruction& i) {
  const std::uint64_t base = MemoryWindows::base(Space::shared);
  i.operand[1] = {.kind = OperandRef::Kind::immediate, .immediate = s.has("to") ? 0 - base : base};
  i.execute = bits_of(s.types[0]) == 64 ? lanewise<add<std::uint64_t>>() : lanewise<add<std::uint32_t>>();
}

const Opcode rows[] = {
    {"cvta.to?.const.u32|u64", "=0 0", Unit::sp, EACH(Words, same)},
    {"cvta.to?.shared::cta|shared::cluster.u32|u64", "=0 0", Unit::sp, shared_address},
    {"isspacep.const|param|param::entry|shared::cta|shared::cluster", "=p u+", Unit::sp, in_space},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
