// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"
#include "models/ptx/opcodes/pack.hpp"
#include "models/ptx/program/memory_windows.hpp"

/// Moves, loads, stores, and conversions of addresses between spaces.
namespace heddle::ptx {
namespace {

void move(const Spelling& s, Instruction& i) { i.execute = move_bits(bits_of(s.types[0])); }

template <class T>
T add(T a, T b) {
  return a + b;
}

/// Adds operand[1], the distance between the two address spaces.
void convert_address(const Spelling& s, Instruction& i) {
  const std::uint64_t base = MemoryWindows::base(s.has("shared")  ? Space::shared
                                                 : s.has("local") ? Space::local
                                                                  : Space::global);
  i.operand[1] = {.kind = OperandRef::Kind::immediate, .immediate = s.has("to") ? 0 - base : base};
  i.execute = bits_of(s.types[0]) == 64 ? lanewise<add<std::uint64_t>>() : lanewise<add<std::uint32_t>>();
}

template <class T, Space space>
void is_space(const Instruction& i, const WarpContext& c, LaneMask, Operands& o) {
  const Source<T> address(i.operand[0], c, o);
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (resolve(Space::generic, address[lane]).space == space) o.predicate[0] |= lane_bit[lane];
}

template <class T>
Execute is_space_named(const Spelling& s) {
  return s.has("shared")  ? is_space<T, Space::shared>
         : s.has("local") ? is_space<T, Space::local>
                          : is_space<T, Space::global>;
}

void is_space_of(const Spelling& s, Instruction& i) {
  // The opcode does not tell the width of the address; the number of sources does.
  i.execute = i.source_count == 2 ? is_space_named<std::uint64_t>(s) : is_space_named<std::uint32_t>(s);
}

#define ANY_TYPE "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"
// Cache hints, which change no value.
#define CACHE                                                                             \
  ".L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate?" \
  ".L2::evict_normal|L2::evict_first|L2::evict_last?.L2::64B|L2::128B|L2::256B?"
const Opcode rows[] = {
    {"mov.b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "=0 0", Unit::sp, move, Shape::move},
    {"mov.v2|v4.b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "=0 0", Unit::sp, move, Shape::move},
    {"ld.mmio?.volatile|weak|relaxed|acquire?.cta|cluster|gpu|sys?.global|shared|shared::cta|local|const|"
     "param|param::entry|param::func?"
     ".ca|cg|cs|lu|cv?.nc?" CACHE ".unified?.v2|v4?." ANY_TYPE,
     "", Unit::ldst, nullptr, Shape::load},
    {"ldu.global?.v2|v4?." ANY_TYPE, "", Unit::ldst, nullptr, Shape::load},
    {"st.mmio?.volatile|weak|relaxed|release?.cta|cluster|gpu|sys?.global|shared|shared::cta|local|param|"
     "param::func?"
     ".wb|cg|cs|wt?" CACHE ".v2|v4?." ANY_TYPE,
     "", Unit::ldst, nullptr, Shape::store},
    {"cvta.to?.global|shared|local.u32|u64", "=0 0", Unit::sp, convert_address},
    {"isspacep.global|shared|local", "=p u+", Unit::sp, is_space_of},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
