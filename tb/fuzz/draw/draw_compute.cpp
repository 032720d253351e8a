// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "tb/fuzz/draw/draw_statements.hpp"

/// Draws statements without memory accesses.
namespace heddle::fuzz {

void draw_compute(Draw& d) {
  const auto forms = forms_of(d.below(8) < d.compare_bias ? Family::compare : d.draw_family());
  for (unsigned attempt = 0; attempt < 20; ++attempt) {
    if (forms.empty()) return;
    const Form& f = *forms[d.below(static_cast<std::uint32_t>(forms.size()))];
    if (d.possible(f)) return draw_compute(d, f);
  }
}

void draw_compute(Draw& d, const Form& f) {
  const FormOperands o = operands_of(f);
  std::vector<Operand> sources;
  for (unsigned i = 0; i < o.sources; ++i) {
    Operand s = d.source(o.source[i]);
    const bool last = i + 1 == o.sources || o.source[i + 1] == Kind::pred;
    if (o.sources > 1 && last && o.source[i] != Kind::pred && takes_literal(f) && d.one_in(5))
      s = literal_operand(o.source[i], d.literal_bits(o.source[i]) & (o.byte[i] ? 255 : ~std::uint64_t{0}));
    if (o.canonical[i] && s.is_register) d.w.canonical(s.reg);
    if (o.byte[i] && s.is_register)
      d.w.compute("and.b32", {s.reg}, {operand_of(s.reg), literal_operand(Kind::b32, 255)});
    sources.push_back(s);
  }
  std::vector<Reg> results;
  for (unsigned i = 0; i < o.results; ++i) results.push_back(d.any(o.result[i]));
  if (o.results == 2)
    while (results[1] == results[0]) results[1] = d.any(o.result[1]);
  d.recent = results[0];
  d.maybe_guard(d.w.compute(f, results, sources));
}

/// Draws a chain add.cc, addc.cc, ..., addc over several words, sometimes with other statements between, and
/// with a link of another kind: what a subtraction leaves in the flag, an addition may take.
void draw_carry_chain(Draw& d) {
  if (!d.drawn(form_named("add.cc.u32"))) return draw_compute(d);
  const bool wide = !d.pool(Kind::b64).empty() && d.one_in(3);
  const std::uint32_t kind = d.one_in(4) ? 2 : d.below(2);
  const Kind k = wide ? Kind::b64 : Kind::b32;
  static constexpr const char* types[] = {".u32", ".s32", ".u64", ".s64"};
  const std::string type = types[(wide ? 2 : 0) + d.below(2)];
  const auto form = [&](const char* sum, const char* borrow, const char* multiply) -> const Form& {
    const char* const names[] = {sum, borrow, multiply};
    return form_named(names[d.one_in(4) ? d.below(3) : kind] + type);
  };
  const std::uint32_t words = 1 + d.below(3);
  draw_compute(d, form("add.cc", "sub.cc", d.one_in(2) ? "mad.lo.cc" : "mad.hi.cc"));
  d.w.to->back().guarded = false;  // a carry flag from before may be undefined
  for (std::uint32_t i = 0; i < words; ++i) {
    if (d.one_in(3)) draw_compute(d);
    draw_compute(d, form("addc.cc", "subc.cc", d.one_in(2) ? "madc.lo.cc" : "madc.hi.cc"));
  }
  if (d.one_in(3)) draw_compute(d);
  draw_compute(d, form("addc", "subc", d.one_in(2) ? "madc.lo" : "madc.hi"));
  d.w.to->back().guarded = false;
  d.w.mix(d.sum, d.any(k));
}

/// Draws a predicate, or a register, that a slow pipeline writes and a fast one soon overwrites: the
/// pipelines must keep the two writes in order.
void draw_slow_then_fast(Draw& d) {
  const auto slow = forms_of(d.one_in(2) ? Family::real : Family::special_function);
  for (std::uint32_t i = 1 + d.below(3); i-- > 0;) {
    const Form& f = *slow[d.below(static_cast<std::uint32_t>(slow.size()))];
    if (d.possible(f)) draw_compute(d, f);
  }
  static constexpr const char* combined[] = {"setp.lt.and.f64",  "setp.ge.or.f64",   "setp.ne.xor.f64",
                                             "setp.gt.and.f64|", "setp.neu.and.f32", "set.lt.and.s32.f64"};
  const Form& f = form_named(combined[d.below(6)]);
  if (d.possible(f)) draw_compute(d, f);
  if (d.w.to->empty()) return;
  const Statement last = d.w.to->back();
  for (const Operand& o : last.sources)
    if (o.is_register && o.reg.kind == Kind::pred) {
      static constexpr const char* fast[] = {"setp.eq.u32", "setp.lt.s32", "setp.ne.u32"};
      d.w.compute(fast[d.below(3)], {o.reg}, {d.source(Kind::b32), d.source(Kind::b32)});
    }
}

void draw_special(Draw& d) {
  Statement& s = d.w.add(Statement::Kind::special);
  s.special = static_cast<Special>(d.below(8));
  s.results = {d.any(Kind::b32)};
  d.maybe_guard(s);
}

}  // namespace heddle::fuzz
