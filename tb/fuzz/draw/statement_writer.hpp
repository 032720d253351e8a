// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/base/random.hpp"
#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

inline Operand literal_operand(Kind kind, std::uint64_t bits) {
  return {.is_register = false, .reg = {.kind = kind}, .bits = bits};
}
inline Operand operand_of(Reg reg) { return {.reg = reg}; }

/// Adds statements to a list, numbers them, and hands out registers.
class StatementWriter {
 public:
  std::vector<Statement>* to = nullptr;

  Statement& add(Statement::Kind kind) {
    Statement& s = to->emplace_back();
    s.kind = kind;
    s.id = next_id_++;
    return s;
  }
  Statement& compute(std::string_view form, std::vector<Reg> results, std::vector<Operand> sources,
                     std::string_view signature = {}) {
    return compute(form_named(form, signature), std::move(results), std::move(sources));
  }
  Statement& compute(const Form& form, std::vector<Reg> results, std::vector<Operand> sources) {
    Statement& s = add(Statement::Kind::compute);
    s.form = &form;
    s.results = std::move(results);
    s.sources = std::move(sources);
    return s;
  }
  /// A register that nothing has written yet.
  Reg fresh(Kind kind) { return {kind, registers_[static_cast<unsigned>(kind)]++}; }
  /// Makes a NaN in `r` the canonical one.
  void canonical(Reg r) {
    if (r.kind == Kind::f32) {
      compute("max.NaN.f32", {r}, {operand_of(r), operand_of(r)});
    } else if (r.kind == Kind::f64) {
      const Reg nan = fresh(Kind::pred);
      compute("setp.nan.f64", {nan}, {operand_of(r), operand_of(r)});
      compute("selp.f64", {r},
              {literal_operand(Kind::f64, 0x7ff8000000000000u), operand_of(r), operand_of(nan)});
    }
  }
  /// Mixes `r` into the word `sum`, so that a wrong bit of it shows there.
  void mix(Reg sum, Reg r);

 private:
  std::uint32_t next_id_ = 1;
  std::array<std::uint16_t, kinds> registers_{};
};

}  // namespace heddle::fuzz
