#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/ptx/program.hpp"

namespace heddle {

/// Registers and predicates that instructions in flight read or write, as bit masks: bit r of the first word
/// is architected register r (below 64), bit p of the second is predicate p.
struct OperandSet {
  std::uint64_t registers = 0, predicates = 0;
  bool meets(const OperandSet& o) const {
    return ((registers & o.registers) | (predicates & o.predicates)) != 0;
  }
  OperandSet& operator|=(const OperandSet& o) {
    registers |= o.registers;
    predicates |= o.predicates;
    return *this;
  }
  OperandSet& operator-=(const OperandSet& o) {
    registers &= ~o.registers;
    predicates &= ~o.predicates;
    return *this;
  }
};

/// What the scoreboard must know of an instruction; computed once per kernel.
struct Hazards {
  OperandSet reads, writes;
  explicit Hazards(const ptx::Instruction& i) {
    for (unsigned k = 0; k < i.source_count; ++k) reads.registers |= std::uint64_t{1} << i.sources[k];
    for (unsigned k = 0; k < i.destination_count; ++k)
      writes.registers |= std::uint64_t{1} << i.destinations[k];
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
  static void count(std::uint64_t bits, int step, std::array<std::int8_t, 64>& counts, std::uint64_t& set) {
    for (; bits != 0; bits &= bits - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(bits));
      counts[i] = static_cast<std::int8_t>(counts[i] + step);
      if (counts[i] == 0)
        set &= ~(std::uint64_t{1} << i);
      else
        set |= std::uint64_t{1} << i;
    }
  }
  void change(const OperandSet& operands, int step) {
    count(operands.registers, step, registers_, operands_.registers);
    count(operands.predicates, step, predicates_, operands_.predicates);
  }
  std::array<std::int8_t, 64> registers_{}, predicates_{};
  OperandSet operands_;
};

}  // namespace heddle
