// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/program/program.hpp"
#include "models/ptx/program/types.hpp"
#include "models/ptx/text/lexer.hpp"

namespace heddle::ptx {

struct Opcode;

/// One opcode as a program spells it, matched against the table: "setp.lt.and.s32".
struct Spelling {
  const Opcode* opcode = nullptr;
  std::vector<std::string_view> words{};  ///< suffixes in order, types included
  std::vector<Type> types{};              ///< suffixes that are types, in order

  bool has(std::string_view word) const;
  /// The first suffix that is one of `choices`; empty when none is.
  std::string_view among(std::initializer_list<std::string_view> choices) const;
};

/// How an opcode becomes an instruction. `compute`: operands and semantics as the row says; `pragma`: not at
/// all; the others in select.cpp.
enum class Shape : std::uint8_t {
  compute,
  move,
  load,
  store,
  pragma,
  branch,
  indexed_branch,
  call,
  exit,
  ret,
  barrier,
  fence,
  trap,
  atomic,
  copy,
  copy_group,
  mbarrier,
  mbarrier_wait,
  texture
};

/// One row of the opcode table: everything that the front end knows about a family of spellings.
struct Opcode {
  /// Mnemonic and suffixes. `a|b`: one of these; `?` behind: may be missing; `#i` `#b` `#f` `#rnd` `#cmp`
  /// `#fcmp`: see opcode.cpp. Example: "add.#rnd?.ftz?.sat?.f32".
  std::string_view syntax;
  /// Operands, in order, separated by blanks: `=` marks a destination; then the type: `0` first suffix type,
  /// `1` second, `2` third, `w` twice the first, `u` u32, `s` s32, `f` f32, `h` b16, `q` b64, `p` predicate;
  /// `c` the carry flag, which the statement does not name; `a` an address that is not used. Then `+`: a
  /// wider register will do; `|`: a predicate may be joined to it (d|p); `?`: may be missing.
  std::string_view operands;
  Unit unit = Unit::sp;
  /// Sets Instruction::execute (and may reorder operands or set modifiers); operands are already in place.
  void (*semantics)(const Spelling&, Instruction&) = nullptr;
  Shape shape = Shape::compute;

  std::string_view mnemonic() const { return syntax.substr(0, syntax.find('.')); }
};

/// Adds rows to the table; called by static initialisers, so that adding opcodes takes one file. `rows` must
/// live as long as the program.
bool add_opcodes(std::span<const Opcode> rows);

/// Finds the row for `mnemonic` with `suffixes`. Throws Error at `place`: unknown opcode (with the nearest
/// name), PTX opcode that is not executed here, or a form that the opcode does not have (with its forms).
Spelling match_opcode(const SourceText&, Place, std::string_view mnemonic,
                      const std::vector<std::string_view>& suffixes);

/// The forms of all opcodes, without what may be missing: "add.f32", "setp.lt.s32", "vote.sync.any.pred".
std::vector<std::string> opcode_forms();
/// The form of a spelling with all its suffixes ("add.rn.ftz.f32"); empty when there is no such opcode.
std::string opcode_form_of(std::string_view spelling);

/// What the suffixes say about rounding, .ftz, .sat and the predicate combination of comparisons.
Modifiers modifiers_of(const Spelling&);
/// Whether a destination holds several narrow values: a packed type, cvt.pack, pairs of 8-bit floats.
bool packs_result(const Spelling&);

}  // namespace heddle::ptx
