// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/generator.hpp"

#include <algorithm>
#include <optional>

#include "tb/fuzz/draw/draw_statements.hpp"
#include "tb/fuzz/draw/kernel_shape.hpp"

namespace heddle::fuzz {
namespace {

/// The list to which statements are added, and which statements are legal there.
struct Scope {
  bool uniform = true;     ///< all threads of a CTA come here alike, and none has ended: barriers are legal
  bool together = true;    ///< so do the threads of each warp, or those of them that `members` names
  bool may_leave = false;  ///< the innermost loop, in which nobody waits for others
  bool in_function = false;
  std::uint32_t depth = 0;
  std::uint32_t times = 1;           ///< that it is executed at most
  std::optional<Operand> members{};  ///< a mask of lanes
};
const Operand* members_of(const Scope& s) { return s.members ? &*s.members : nullptr; }

class Generator {
 public:
  Generator(std::uint64_t seed, std::uint64_t number, const GeneratorLimits& limits)
      : d(seed * 0x9e3779b97f4a7c15u ^ (number + 1) * 0xd1342543de82ef95u, limits),
        of_copies_(seed * 0xd1342543de82ef95u ^ (number + 1) * 0x9e3779b97f4a7c15u),
        of_tails_(seed * 0x9e3779b97f4a7c15u + (number + 1) * 0xd1342543de82ef95u) {}

  KernelTree make() {
    draw_shape(d.random, d.limits, d.k);
    const std::uint32_t warps = std::max(1u, d.k.shape.grid * ((d.k.shape.threads() + 31) / 32));
    budget_ = d.limits.warp_statements / warps;
    d.draw_weights();
    draw_functions();
    d.w = {};
    d.w.to = &d.k.body;
    draw_first_values(d);
    fill(d.k.body, 10 + d.below(d.limits.statements - 10), {});
    d.w.to = &d.k.body;
    if (d.one_in(3)) early_exit();
    draw_tails(d, of_tails_);  // ahead of the copies, which may come between a statement and those it needs
    draw_copies(d, of_copies_);
    draw_mbarrier(d, of_copies_);
    draw_result(d);
    return std::move(d.k);
  }

 private:
  using K = Statement::Kind;

  void fill(std::vector<Statement>& body, std::uint32_t count, const Scope& scope) {
    d.w.to = &body;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (spent_ > budget_) return;
      const std::size_t before = body.size();
      draw(scope, std::min(count, 14u));
      d.w.to = &body;
      spent_ += scope.times * 3 * (body.size() - before);
    }
  }

  void draw(const Scope& scope, std::uint32_t size) {
    const std::uint32_t what = d.below(98);
    const bool deeper = scope.depth < d.limits.depth && !scope.in_function;
    if (scope.together && d.one_in(d.together_one_of)) return together(scope);
    if (scope.in_function && what >= 60) return draw_compute(d);
    if (what < 46) return draw_compute(d);
    if (what < 52) return draw_carry_chain(d);
    if (what < 56) return draw_slow_then_fast(d);
    if (what < 60) return mix_some();
    if (what < 64) return draw_special(d);
    if (what < 76) return draw_load(d, scope.in_function);
    if (what < 83) return draw_store(d);
    if (what < 85) return draw_atomic(d);
    if (what < 87) return draw_own(d);
    if (what < 91) return deeper ? branch(scope, size) : draw_compute(d);
    if (what < 94) return deeper && scope.times <= d.limits.trips ? loop(scope, size) : draw_compute(d);
    if (what < 96) return scope.may_leave ? leave() : draw_compute(d);
    return d.k.functions.empty() ? draw_compute(d) : call();
  }

  void together(const Scope& scope) {
    const bool exchange = scope.uniform && d.k.shared && d.one_in(2);
    if (exchange && d.k.shared_cells != 0 && d.one_in(4)) return draw_reduce(d);
    if (exchange) return draw_exchange(d);
    if (!d.limits.collectives) return;
    // Sometimes several follow one another: a thread may read the result of one when the next has already
    // begun.
    const bool row = d.one_in(3), barriers = row && scope.uniform && d.one_in(2);
    for (std::uint32_t n = row ? 4 : 1; n-- > 0;)
      draw_collective(d, scope.uniform, barriers, members_of(scope));
  }

  void mix_some() {
    d.w.mix(d.sum, d.one_in(2) ? d.recent : d.any(d.one_in(4) ? Kind::pred : d.draw_kind()));
  }

  void call() {
    const auto n = d.below(static_cast<std::uint32_t>(d.k.functions.size()));
    const DeviceFunction& f = d.k.functions[n];
    Statement s;
    s.callee = static_cast<std::uint8_t>(n);
    for (const Reg a : f.arguments) {
      if (d.pool(a.kind).empty()) return;
      s.sources.push_back(operand_of(d.any(a.kind)));
    }
    if (d.pool(f.result.kind).empty()) return;
    s.results = {d.any(f.result.kind)};
    d.append(K::call, std::move(s), 6);
  }

  void branch(const Scope& scope, std::uint32_t size) {
    const Operand guard = d.predicate();
    const bool two = d.one_in(2);
    Scope inner = scope, other = scope;
    inner.uniform = other.uniform = false;
    inner.together = other.together = scope.together && d.limits.collectives && d.one_in(2);
    if (inner.together) {
      inner.members = draw_ballot(d, guard, members_of(scope));
      Operand not_guard = guard;
      not_guard.negated = !guard.negated;
      if (two) other.members = draw_ballot(d, not_guard, members_of(scope));
    }
    ++inner.depth, ++other.depth;
    Statement& s = d.w.add(K::branch);
    s.guard = guard;
    s.guarded = true;
    std::vector<Statement>* const outer = d.w.to;
    const std::size_t at = outer->size() - 1;
    std::vector<Statement> body, otherwise;
    fill(body, 1 + d.below(size), inner);
    if (two) fill(otherwise, 1 + d.below(size), other);
    d.w.to = outer;
    (*outer)[at].body = std::move(body);
    (*outer)[at].otherwise = std::move(otherwise);
  }

  void loop(const Scope& scope, std::uint32_t size) {
    const bool alike = d.one_in(2);
    Statement& s = d.w.add(K::loop);
    s.results = {d.w.fresh(Kind::b32)};
    s.place.offset = d.one_in(3) ? d.limits.trips : d.limits.trips >> 1;
    s.sources = {alike ? literal_operand(Kind::b32, 1 + d.below(d.limits.trips)) : d.source(Kind::b32)};
    Scope inner = scope;
    inner.uniform = scope.uniform && alike;
    inner.together = scope.together && alike;
    inner.may_leave = !inner.together;
    ++inner.depth;
    inner.times = scope.times * s.place.offset;
    d.counters.push_back(s.results[0]);
    std::vector<Statement>* const outer = d.w.to;
    const std::size_t at = outer->size() - 1;
    std::vector<Statement> body;
    fill(body, 2 + d.below(size), inner);
    d.w.to = outer;
    (*outer)[at].body = std::move(body);
    d.counters.pop_back();
  }

  void leave() {
    Statement& s = d.w.add(K::leave);
    s.guarded = true;
    s.guard = d.predicate();
  }

  /// Lets some threads exit; no later statement waits for other threads.
  void early_exit() {
    Statement& s = d.w.add(K::branch);
    s.guard = d.predicate();
    s.guarded = true;
    std::vector<Statement> body;
    d.w.to = &body;
    d.w.mix(d.sum, d.any(Kind::b32));
    draw_store_sum(d);
    d.w.add(K::exit);
    d.k.body.back().body = std::move(body);
    fill(d.k.body, 1 + d.below(12), {.uniform = false, .together = false});
    d.w.to = &d.k.body;
  }

  void draw_functions() {
    if (!d.one_in(4)) return;
    for (std::uint32_t n = 1 + d.below(2); n-- > 0;) {
      DeviceFunction f;
      d.w = {};
      d.draw_pools(4);
      d.sum = d.w.fresh(Kind::b32);
      d.w.to = &f.body;
      d.w.compute("mov.b32", {d.sum}, {literal_operand(Kind::b32, d.below(1000))}, "r:r");
      // Predicates cannot be passed; registers of all other kinds are arguments.
      for (unsigned k = 1; k < kinds; ++k)
        for (const Reg r : d.pools[k]) f.arguments.push_back(r);
      draw_first_predicates(d);
      d.recent = d.any(Kind::b32);
      fill(f.body, 2 + d.below(8), {.uniform = false, .together = false, .in_function = true});
      spent_ = 0;
      d.w.to = &f.body;
      d.w.mix(d.sum, d.recent);
      f.result = d.sum;
      d.k.functions.push_back(std::move(f));
    }
  }

  Draw d;
  Random of_copies_, of_tails_;
  std::uint64_t budget_ = 0, spent_ = 0;
};

}  // namespace

KernelTree generate(std::uint64_t seed, std::uint64_t number, const GeneratorLimits& limits) {
  return Generator(seed, number, limits).make();
}

}  // namespace heddle::fuzz
