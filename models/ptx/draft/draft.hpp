// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "models/ptx/module/module.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// One word of a virtual register.
struct Slot {
  RegisterId reg = no_register;
  bool high = false;  ///< the upper word of a 64-bit register
};

/// A string of a `.pragma` statement.
struct PragmaText {
  std::uint32_t line = 0;
  std::string_view text;
};

/// An instruction that is complete but for the numbers of its registers and predicates.
struct Draft {
  Instruction instruction;
  std::array<Slot, max_sources> sources{};            ///< parallel to Instruction::sources
  std::array<Slot, max_destinations> destinations{};  ///< parallel to Instruction::destinations
  std::array<RegisterId, 2> predicate_destinations{no_register, no_register};
  std::array<RegisterId, max_operands> predicate_operands{no_register, no_register, no_register, no_register,
                                                          no_register};
  RegisterId guard = no_register;
  /// The size of the function's frame, times this, is added to the offset of a memory access or to
  /// operand[1].
  std::int8_t frames = 0;
  const Function* callee = nullptr;  ///< of a call
  std::string_view
      mnemonic{};  ///< of the opcode whose semantics it has; empty for some that no text asks for
  std::vector<PragmaText> pragmas{};  ///< ahead of it, in order
  std::uint32_t passed_pragmas = 0;   ///< of a branch: it leads behind so many of its target's pragmas
};

/// Instructions that a function may become before registers are allocated. A short text can ask for very many
/// (a structure passed by value in each of many calls); what compilers write stays far below.
inline constexpr std::size_t max_drafts = std::size_t{1} << 16;

/// A kernel or function between instruction selection and register allocation.
struct DraftKernel {
  std::vector<Draft> code;
  std::vector<VirtualRegister> registers;
  /// The registers of vector accesses, which get consecutive numbers; no register is in two groups.
  std::vector<std::vector<RegisterId>> groups{};
  /// Holds where the function's frame begins in local memory; absent in a kernel that calls nothing, whose
  /// frame begins at 0.
  RegisterId stack_pointer = no_register;
  std::uint32_t frame_bytes = 0;
};

inline bool is_predicate(const DraftKernel& kernel, RegisterId r) {
  return kernel.registers[r].type == Type::pred;
}

/// Registers of 32 bits that a virtual register takes. (A predicate takes one of the predicates' own.)
inline unsigned words_of(const DraftKernel& kernel, RegisterId r) {
  return bits_of(kernel.registers[r].type) == 64 ? 2 : 1;
}

/// Calls f(register) for everything that the instruction reads in the lanes of its guard.
template <class F>
void for_each_operand(const Draft& d, F&& f) {
  for (unsigned i = 0; i < d.instruction.source_count; ++i) f(d.sources[i].reg);
  for (RegisterId p : d.predicate_operands)
    if (p != no_register) f(p);
}

/// Calls f(register) for everything that the instruction reads, the guard included.
template <class F>
void for_each_read(const Draft& d, F&& f) {
  for_each_operand(d, f);
  if (d.guard != no_register) f(d.guard);
}

/// Calls f(register) for everything that the instruction writes.
template <class F>
void for_each_write(const Draft& d, F&& f) {
  for (unsigned i = 0; i < d.instruction.destination_count; ++i) f(d.destinations[i].reg);
  for (unsigned i = 0; i < d.instruction.predicate_count; ++i) f(d.predicate_destinations[i]);
}

}  // namespace heddle::ptx
