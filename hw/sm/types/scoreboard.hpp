// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/base/thread_registers.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// Registers and predicates that instructions in flight read or write; bit p is predicate p.
struct OperandSet {
  ThreadRegisters registers;
  std::uint64_t predicates = 0;
  bool any() const { return registers.any() || predicates != 0; }
  bool meets(const OperandSet& o) const {
    return registers.meets(o.registers) || (predicates & o.predicates) != 0;
  }
  OperandSet& operator|=(const OperandSet& o) {
    registers |= o.registers;
    predicates |= o.predicates;
    return *this;
  }
  OperandSet& operator-=(const OperandSet& o) {
    registers -= o.registers;
    predicates &= ~o.predicates;
    return *this;
  }
};

/// What the scoreboard must know of an instruction; computed once per kernel.
struct Hazards {
  OperandSet reads, writes;
  explicit Hazards(const ptx::Instruction& i) {
    for (unsigned k = 0; k < i.source_count; ++k) reads.registers.add(i.sources[k]);
    for (unsigned k = 0; k < i.destination_count; ++k) writes.registers.add(i.destinations[k]);
    for (unsigned k = 0; k < i.predicate_count; ++k)
      writes.predicates |= std::uint64_t{1} << i.predicate_destinations[k];
    reads.predicates = i.predicate_reads;
  }
};

/// Number of instructions whose operands are not read yet, for each register: a younger write must not
/// overtake them, because an operand is held by the banks alone until it is read.
class PendingReads {
 public:
  void add(const OperandSet& operands) { change(operands, +1); }
  void remove(const OperandSet& operands) { change(operands, -1); }
  const OperandSet& operands() const { return operands_; }

 private:
  void change(const OperandSet& operands, int step) {
    operands.registers.for_each([&](unsigned r) {
      registers_[r] = static_cast<std::int8_t>(registers_[r] + step);
      registers_[r] == 0 ? operands_.registers.remove(r) : operands_.registers.add(r);
    });
    for (std::uint64_t rest = operands.predicates; rest != 0; rest &= rest - 1) {
      const auto p = static_cast<unsigned>(std::countr_zero(rest));
      predicates_[p] = static_cast<std::int8_t>(predicates_[p] + step);
      const std::uint64_t bit = std::uint64_t{1} << p;
      operands_.predicates = predicates_[p] == 0 ? operands_.predicates & ~bit : operands_.predicates | bit;
    }
  }
  std::array<std::int8_t, ThreadRegisters::most> registers_{};
  std::array<std::int8_t, ptx::max_predicates> predicates_{};
  OperandSet operands_;
};

}  // namespace heddle
