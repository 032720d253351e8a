// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "tb/fuzz/draw/draw_statements.hpp"

/// Lets the two sides of branches end alike, as the pass tail_merge needs them.
namespace heddle::fuzz {
namespace {

using K = Statement::Kind;

/// Registers that have a value wherever the kernel comes, and those that a run of statements has written.
class Known {
 public:
  explicit Known(Draw& d) : d_(d) {}
  bool has(Reg r) const {
    const std::vector<Reg>& pool = d_.pool(r.kind);
    return r == d_.sum || std::find(pool.begin(), pool.end(), r) != pool.end() ||
           std::find(written_.begin(), written_.end(), r) != written_.end();
  }
  bool has(const Operand& o) const { return !o.is_register || has(o.reg); }
  void write(Reg r) { written_.push_back(r); }

 private:
  Draw& d_;
  std::vector<Reg> written_{};
};

bool is_of_one_thread(const Statement& s) {
  return s.kind == K::compute || s.kind == K::load || s.kind == K::store;
}

/// May other threads execute the statements, too, and elsewhere?
bool can_repeat(Draw& d, std::span<const Statement> run) {
  Known known(d);
  for (const Statement& s : run) {
    const auto reads = [&](const Operand& o) { return known.has(o); };
    if ((s.guarded && !reads(s.guard)) || !reads(s.place.index) ||
        !std::all_of(s.sources.begin(), s.sources.end(), reads))
      return false;
    for (const Reg r : s.results) {
      if (s.guarded && !known.has(r)) return false;
      known.write(r);
    }
  }
  return true;
}

/// What one side does last, of each thread alone, follows the other side, too: all of it, as a statement may
/// need those before it (a carry, a byte, a canonical NaN).
void repeat_end(Draw& d, const std::vector<Statement>& from, std::vector<Statement>& to) {
  const auto other = std::find_if_not(from.rbegin(), from.rend(), is_of_one_thread);
  const std::span<const Statement> run(other.base(), from.end());
  if (!can_repeat(d, run)) return;
  d.w.to = &to;
  for (const Statement& s : run) d.append(s.kind, s);
}

void visit(Draw& d, Random& random, std::vector<Statement>& body) {
  for (Statement& s : body) {
    visit(d, random, s.body);
    visit(d, random, s.otherwise);
    if (s.kind == K::branch && !s.otherwise.empty() && random.one_in(2)) repeat_end(d, s.body, s.otherwise);
  }
}

}  // namespace

void draw_tails(Draw& d, Random& random) {
  visit(d, random, d.k.body);
  d.w.to = &d.k.body;
}

}  // namespace heddle::fuzz
