// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/draft/same_operation.hpp"

#include <algorithm>
#include <tuple>

// What is compared is taken apart by structured bindings, so that a member which a structure gets later does
// not compile here until somebody has decided about it.
namespace heddle::ptx {
namespace {

auto parts(const OperandRef& o) {
  const auto& [kind, index, negated, immediate] = o;
  return std::tie(kind, index, negated, immediate);
}

auto parts(const Modifiers& m) {
  const auto& [rounding, flush, saturate, negate, combine, relu, propagate, exclusive_sign, magnitude,
               finite] = m;
  return std::tie(rounding, flush, saturate, negate, combine, relu, propagate, exclusive_sign, magnitude,
                  finite);
}

auto parts(const MemoryAccess& m) {
  const auto& [space, cache, store, sign_extend, width, elements, address_bits, update, mbarrier] = m;
  return std::tie(space, cache, store, sign_extend, width, elements, address_bits, update, mbarrier);
}

auto parts(const AsyncCopy& c) {
  const auto& [address_bits, arrives] = c;
  return std::tie(address_bits, arrives);
}

auto parts(const Barrier& b) {
  const auto& [reduction, waits] = b;
  return std::tie(reduction, waits);
}

auto parts(const ConstantOperand& c) {
  const auto& [space, bytes, address] = c;
  return std::tie(space, bytes, address);
}

auto parts(const TextureFetch& t) {
  const auto& [dimensions, layered, real_coordinates] = t;
  return std::tie(dimensions, layered, real_coordinates);
}

template <class T>
bool same(const T& a, const T& b) {
  return parts(a) == parts(b);
}

/// `sources`, `destinations` and the like are those of the draft until registers are allocated.
bool same(const Instruction& a, const Instruction& b) {
  const auto plain = [](const Instruction& i) {
    const auto& [execute, unit, operation, control, source_count, destination_count, predicate_count, sources,
                 destinations, predicate_destinations, upper_words, packed, made, predicate_reads, guard,
                 guard_negated, exchanges_lanes, memory, copy, modifiers, barrier, constant, texture, operand,
                 offset, target, reconvergence, line, merged] = i;
    return std::tie(execute, unit, operation, control, source_count, destination_count, predicate_count,
                    packed, guard_negated, exchanges_lanes, offset, target);
  };
  const auto same_reference = [](const OperandRef& x, const OperandRef& y) { return same(x, y); };
  return plain(a) == plain(b) && same(a.memory, b.memory) && same(a.copy, b.copy) &&
         same(a.modifiers, b.modifiers) && same(a.barrier, b.barrier) && same(a.constant, b.constant) &&
         same(a.texture, b.texture) && std::ranges::equal(a.operand, b.operand, same_reference);
}

}  // namespace

bool same_operation(const Draft& a, const Draft& b) {
  const auto is_there = [](RegisterId x, RegisterId y) { return (x == no_register) == (y == no_register); };
  const auto same_word = [](const Slot& x, const Slot& y) { return x.high == y.high; };
  return same(a.instruction, b.instruction) && a.mnemonic == b.mnemonic && a.frames == b.frames &&
         a.callee == b.callee && is_there(a.guard, b.guard) &&
         std::ranges::equal(a.predicate_operands, b.predicate_operands, is_there) &&
         std::ranges::equal(a.sources, b.sources, same_word) &&
         std::ranges::equal(a.destinations, b.destinations, same_word);
}

}  // namespace heddle::ptx
