// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/ptx/opcodes/opcode.hpp"
#include "models/ptx/program/live_values.hpp"

/// Values that a subroutine of an assist warp shares with its parent.
namespace heddle::ptx {
namespace {

void copy(const Instruction& i, LaneMask active, Operands& o) {
  for (unsigned k = 0; k < i.destination_count; ++k)
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((active >> lane & 1) != 0) o.destination[k][lane] = o.source[k][lane];
}
// Their addresses say which is which.
void move_in(const Instruction& i, const WarpContext&, LaneMask active, Operands& o) { copy(i, active, o); }
void move_out(const Instruction& i, const WarpContext&, LaneMask active, Operands& o) { copy(i, active, o); }
void move_pc(const Instruction&, const WarpContext&, LaneMask, Operands&) {}

template <Execute execute>
void semantics(const Spelling&, Instruction& i) {
  i.execute = execute;
}

#define LIVE_TYPE "b32|u32|s32|f32|b64|u64|s64|f64"
const Opcode rows[] = {
    {"mov.live_in." LIVE_TYPE, "=0 u", Unit::sp, semantics<move_in>},
    {"mov.live_out." LIVE_TYPE, "u 0", Unit::sp, semantics<move_out>},
    {"mov.live_out.pc.u32", "u", Unit::sp, semantics<move_pc>},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace

LiveMove live_move(const Instruction& i) {
  if (i.execute == move_in) return LiveMove::in;
  if (i.execute == move_out) return LiveMove::out;
  return i.execute == move_pc ? LiveMove::pc : LiveMove::none;
}

std::uint64_t live_place(const Instruction& i, const Kernel& code) {
  if (i.operand[0].kind != OperandRef::Kind::immediate)
    throw Error({.place = code.place_of(i.line),
                 .what = "the place of a live value is no literal",
                 .legal = "its place in the list `live`, from 0 on"});
  return i.operand[0].immediate;
}

Instruction with_live_register(const Instruction& i, std::uint32_t number) {
  Instruction patched = i;
  const bool in = live_move(i) == LiveMove::in;
  const unsigned words = in ? i.destination_count : i.source_count;
  for (unsigned k = 0; k < words; ++k) {
    const auto reg = static_cast<std::uint8_t>(number + k);
    (in ? patched.sources[k] : patched.destinations[k]) = reg;
    if (!in && k != 0) patched.upper_words |= static_cast<std::uint8_t>(1u << k);
  }
  (in ? patched.source_count : patched.destination_count) = static_cast<std::uint8_t>(words);
  return patched;
}

}  // namespace heddle::ptx
