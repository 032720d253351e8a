// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/draft/operand_role.hpp"
#include "models/ptx/module/layout.hpp"

namespace heddle::ptx {

/// Fills one Draft from the operands of one statement, and checks each against what it should be.
class DraftBuilder {
 public:
  DraftBuilder(const SourceText& source, const Layout& layout, const Function& function,
               std::vector<VirtualRegister>& registers, const Statement& statement);

  Draft& draft() { return draft_; }
  const Draft& draft() const { return draft_; }
  Instruction& instruction() { return draft_.instruction; }
  const Statement& statement() const { return statement_; }

  /// operand[k] becomes the source operand `o`, read as `type`.
  void source(unsigned k, const Operand& o, OperandRole role);
  /// The next destination. A `pair` gives two predicates, or a register and a predicate.
  void destination(const Operand& o, OperandRole role);
  /// The carry flag (CC.CF of PTX) as operand[k], or as the next destination: a predicate register that no
  /// name reaches.
  void carry_source(unsigned k);
  void carry_destination();
  /// Adds the words of `reg` to the sources; returns the first slot.
  std::uint8_t read(RegisterId reg);
  void write(RegisterId reg);
  /// The address of a variable in its own space.
  VariableAddress address(const Operand& o) const;
  Type type_of(RegisterId reg) const { return registers_[reg].type; }
  RegisterId new_register(Type type);
  /// The register that an operand names; Error when it is anything else, or its width does not fit the role.
  RegisterId register_of(const Operand& o, OperandRole role) const;

  [[noreturn]] void fail(const Operand& o, Problem problem) const {
    source_.fail(o.place, std::move(problem));
  }

 private:
  RegisterId carry_flag();
  void write_predicate(const Operand& o, OperandRole role);

  const SourceText& source_;
  const Layout& layout_;
  const Function& function_;
  std::vector<VirtualRegister>& registers_;
  const Statement& statement_;
  Draft draft_;
};

}  // namespace heddle::ptx
