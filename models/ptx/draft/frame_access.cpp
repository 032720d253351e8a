// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/draft/frame_access.hpp"

#include "models/ptx/opcodes/lanes.hpp"
#include "models/ptx/opcodes/pack.hpp"

namespace heddle::ptx {
namespace {

Draft access(const DraftKernel& kernel, RegisterId reg, std::int64_t offset, int frames, unsigned width) {
  Draft d;
  d.instruction.unit = Unit::ldst;
  d.instruction.memory = {.space = Space::local,
                          .width = static_cast<std::uint8_t>(width != 0 ? width : 4 * words_of(kernel, reg)),
                          .address_bits = 32};
  d.instruction.offset = offset;
  d.frames = static_cast<std::int8_t>(frames);
  if (kernel.stack_pointer != no_register)
    d.instruction.operand[0] = {.kind = OperandRef::Kind::slot,
                                .index = add_source(kernel, d, kernel.stack_pointer)};
  return d;
}

void to_word(const Instruction& i, const WarpContext&, LaneMask active, Operands& o) {
  const LaneMask p = predicate_of(i, 0, o);
  Words32 words;
  for (unsigned lane = 0; lane < warp_size; ++lane) words[lane] = p >> lane & 1;
  merge(words, active, o.destination[0]);
}

void to_predicate(const Instruction& i, const WarpContext&, LaneMask, Operands& o) {
  const WarpRegister& word = o.source[i.operand[0].index];
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (word[lane] != 0) o.predicate[0] |= lane_bit[lane];
}

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return a + b; }

}  // namespace

std::uint8_t add_source(const DraftKernel& kernel, Draft& d, RegisterId reg) {
  const std::uint8_t first = d.instruction.source_count;
  for (unsigned w = 0; w < words_of(kernel, reg); ++w)
    d.sources[d.instruction.source_count++] = {reg, w == 1};
  return first;
}

void add_destination(const DraftKernel& kernel, Draft& d, RegisterId reg) {
  for (unsigned w = 0; w < words_of(kernel, reg); ++w)
    d.destinations[d.instruction.destination_count++] = {reg, w == 1};
}

Draft frame_load(const DraftKernel& kernel, RegisterId reg, std::int64_t offset, int frames, unsigned width) {
  Draft d = access(kernel, reg, offset, frames, width);
  add_destination(kernel, d, reg);
  return d;
}

Draft frame_store(const DraftKernel& kernel, RegisterId reg, std::int64_t offset, int frames,
                  unsigned width) {
  Draft d = access(kernel, reg, offset, frames, width);
  d.instruction.memory.store = true;
  add_source(kernel, d, reg);
  return d;
}

Draft predicate_to_word(RegisterId predicate, RegisterId word) {
  Draft d;
  d.instruction.execute = to_word;
  d.instruction.operand[0] = {.kind = OperandRef::Kind::predicate};
  d.predicate_operands[0] = predicate;
  d.destinations[d.instruction.destination_count++] = {word};
  return d;
}

Draft word_to_predicate(RegisterId word, RegisterId predicate) {
  Draft d;
  d.instruction.execute = to_predicate;
  d.instruction.operand[0] = {.kind = OperandRef::Kind::slot};
  d.sources[d.instruction.source_count++] = {word};
  d.predicate_destinations[d.instruction.predicate_count++] = predicate;
  return d;
}

Draft copy(const DraftKernel& kernel, RegisterId from, RegisterId to) {
  Draft d;
  d.mnemonic = "mov";
  d.instruction.operand[0] = {.kind = OperandRef::Kind::slot, .index = add_source(kernel, d, from)};
  add_destination(kernel, d, to);
  d.instruction.execute = move_bits(32 * d.instruction.source_count);
  return d;
}

Draft set_word(RegisterId reg, std::uint32_t value) {
  Draft d;
  d.instruction.operand[0] = {.kind = OperandRef::Kind::immediate, .immediate = value};
  d.destinations[d.instruction.destination_count++] = {reg};
  d.instruction.execute = move_bits(32);
  return d;
}

Draft add_to(RegisterId reg, std::int32_t value, int frames) {
  Draft d;
  d.instruction.operand[0] = {.kind = OperandRef::Kind::slot};
  d.instruction.operand[1] = {.kind = OperandRef::Kind::immediate,
                              .immediate = static_cast<std::uint32_t>(value)};
  d.sources[d.instruction.source_count++] = {reg};
  d.destinations[d.instruction.destination_count++] = {reg};
  d.frames = static_cast<std::int8_t>(frames);
  d.instruction.execute = lanewise<add>();
  return d;
}

}  // namespace heddle::ptx
