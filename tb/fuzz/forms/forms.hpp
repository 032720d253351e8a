// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// Which pipeline a form takes; how often it is drawn depends on it.
enum class Family : std::uint8_t {
  integer,
  slow_integer,
  single,
  special_function,
  real,
  half,
  compare,
  logic,
  carry,
  move
};
inline constexpr unsigned families = 10;

/// One spelling of an instruction without memory, with the arithmetic of one thread, written from the PTX
/// ISA and not from models/ptx.
struct Form {
  std::string_view text;  ///< "mad.lo.s32"; a bar at its end says that the results are a pair p|q
  /// Kinds of results, a colon, kinds of sources: p h r d x f g for pred, b16, b32, b64, f16, f32, f64; c is
  /// the carry flag, which the statement does not name. A capital source shows its bits: NaN must be
  /// canonical. b is a b32 that must be at most 255.
  std::string_view signature;
  Family family;
  /// in: bits of the sources; out: bits of the results; both in the order of the signature.
  void (*compute)(const std::uint64_t* in, std::uint64_t* out);
  bool shared_definition = false;  ///< its rounding is what the front end documents, not what the ISA says
  /// A constant of the instruction, after its third source; forms that differ only in it are different ones.
  std::string_view immediate = {};
};

/// All forms; those that set or read the carry flag are of Family::carry and stand in chains only.
std::span<const Form* const> all_forms();
/// Forms of one family.
std::span<const Form* const> forms_of(Family family);
/// The form of that spelling, and of that signature when one is given; Error when there is none.
const Form& form_named(std::string_view text, std::string_view signature = {});

/// The sources of a statement as PTX: each behind a comma, the constant among them.
std::string source_list(const Form& form, std::span<const std::string> sources);

/// Adds rows; called by static initialisers.
bool add_forms(std::span<const Form> rows);

Kind kind_of(char signature);
/// The kinds of results and of sources, the carry left out.
struct FormOperands {
  std::uint8_t results = 0, sources = 0;
  bool sets_carry = false, reads_carry = false;
  Kind result[2]{}, source[4]{};
  bool canonical[4]{};  ///< a NaN of the source must be the canonical one
  bool byte[4]{};       ///< the source must be at most 255
};
FormOperands operands_of(const Form& form);

/// Whether the last source may be a literal: floats of 16 bits, and pairs in a word, are in registers.
bool takes_literal(const Form& form);
/// Whether the target sm_90 has the form; all are in sm_100.
bool on_sm_90(const Form& form);

}  // namespace heddle::fuzz
