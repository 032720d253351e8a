// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/base/random.hpp"
#include "tb/fuzz/draw/generator.hpp"
#include "tb/fuzz/draw/statement_writer.hpp"

namespace heddle::fuzz {

/// A kernel while it is being drawn: the registers that statements may name, and how to choose among them.
struct Draw {
  Draw(std::uint64_t seed, const GeneratorLimits& most) : limits(most), random(seed) {}

  const GeneratorLimits limits;
  Random random;
  KernelTree k;
  StatementWriter w;  ///< writes where the next statement goes
  std::array<std::vector<Reg>, kinds> pools{};
  std::array<std::uint32_t, families> weights{};
  std::uint32_t compare_bias = 1;
  std::uint32_t together_one_of = 20;   ///< statements, where threads may wait for each other
  std::vector<Reg> counters{};          ///< of the loops around the next statement
  Reg sum{}, recent{};                  ///< the word that is stored in the end; the last result
  const char* atomic_text = "add.u32";  ///< what all atomics on the shared cells do

  bool one_in(std::uint32_t n) { return random.one_in(n); }
  std::uint32_t below(std::uint32_t n) { return random.below(n); }

  void draw_weights();
  /// New registers: of the words fewer than `most` more than three, of the others fewer still.
  void draw_pools(std::uint32_t most);
  std::vector<Reg>& pool(Kind kind) { return pools[static_cast<unsigned>(kind)]; }
  Reg any(Kind kind) { return pool(kind)[below(static_cast<std::uint32_t>(pool(kind).size()))]; }
  Operand source(Kind kind) {
    if (kind == Kind::b32 && !counters.empty() && one_in(10)) return operand_of(counters.back());
    return operand_of(any(kind));
  }
  Operand predicate() {
    Operand o = operand_of(any(Kind::pred));
    o.negated = one_in(2);
    return o;
  }
  std::uint64_t literal_bits(Kind kind);
  Kind draw_kind();  ///< that has registers; no predicates
  Family draw_family();
  Element element(Kind kind, bool load);

  bool drawn(const Form& f) const { return limits.draws == nullptr || limits.draws(f); }
  bool possible(const Form& f);  ///< may be drawn, and its registers are there

  void maybe_guard(Statement& s, std::uint32_t one_of = 5) {
    if (!one_in(one_of)) return;
    s.guarded = true;
    s.guard = predicate();
  }
  /// Adds `s` with a number of its own and, once in `guard_one_of`, a guard; 0: never.
  Statement& append(Statement::Kind kind, Statement s, std::uint32_t guard_one_of = 0);
};

}  // namespace heddle::fuzz
