// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <vector>

#include "models/ptx/program/program.hpp"

/// Helpers to write code by hand, register by register. Every source is an operand of its own.
namespace heddle::test {

using Code = std::vector<ptx::Instruction>;
using Numbers = std::initializer_list<unsigned>;

inline ptx::Instruction compute(const std::vector<unsigned>& writes, const std::vector<unsigned>& reads,
                                int guard = -1) {
  ptx::Instruction i;
  i.guard = static_cast<std::int8_t>(guard);
  for (const unsigned r : reads) {
    i.operand[i.source_count] = {.kind = ptx::OperandRef::Kind::slot, .index = i.source_count};
    i.sources[i.source_count++] = static_cast<std::uint8_t>(r);
  }
  for (const unsigned r : writes) i.destinations[i.destination_count++] = static_cast<std::uint8_t>(r);
  return i;
}

inline ptx::Instruction control(ptx::Control kind, int guard = -1) {
  ptx::Instruction i;
  i.unit = ptx::Unit::control;
  i.control = kind;
  i.guard = static_cast<std::int8_t>(guard);
  return i;
}
inline ptx::Instruction leave(int guard = -1) { return control(ptx::Control::exit, guard); }

/// A branch under predicate 0 whose paths reconverge at `meet`.
inline ptx::Instruction branch(std::uint32_t target, std::uint32_t meet) {
  ptx::Instruction i = control(ptx::Control::branch, 0);
  i.target = target;
  i.reconvergence = meet;
  return i;
}
inline ptx::Instruction jump(std::uint32_t target) {
  ptx::Instruction i = control(ptx::Control::branch);
  i.target = i.reconvergence = target;
  return i;
}
inline ptx::Instruction call(std::uint32_t target) {
  ptx::Instruction i = control(ptx::Control::call);
  i.target = target;
  return i;
}

}  // namespace heddle::test
