// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/draw_statements.hpp"

/// Asynchronous copies from inputs to the thread's own shared memory, put between the statements of a kernel
/// that has been drawn, and an mbarrier in it.
namespace heddle::fuzz {
namespace {

using Statements = std::vector<Statement>;

void collect(Statements& body, std::vector<Statements*>& all) {
  all.push_back(&body);
  for (Statement& s : body) {
    if (s.kind == Statement::Kind::branch || s.kind == Statement::Kind::loop) collect(s.body, all);
    if (s.kind == Statement::Kind::branch) collect(s.otherwise, all);
  }
}

Statement drawn_copy(Draw& d, Random& random) {
  static constexpr std::uint32_t scales[] = {4, 8, 16, 12, 128};
  Statement s;
  s.element = random.one_in(2) ? Element{"b64", 8, false} : Element{"b32", 4, false};
  s.place.buffer = static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(d.k.inputs.size())));
  s.place.index = {.is_register = false};  // the thread's number
  s.place.scale = scales[random.below(5)];
  s.place.offset = random.one_in(3) ? random.below(256) : 0;
  s.copied_to = static_cast<std::uint8_t>(random.below(d.k.shared_slots));
  s.copied =
      random.one_in(3) ? static_cast<std::uint8_t>(random.below(s.element.bytes + 1u)) : s.element.bytes;
  return s;
}

}  // namespace

void draw_copies(Draw& d, Random& random) {
  if (d.k.shared_slots == 0 || !d.limits.copies || random.one_in(2)) return;
  for (std::uint32_t n = 1 + random.below(5); n-- > 0;) {
    Statements made;
    d.w.to = &made;
    const Statement& copy = d.append(Statement::Kind::copy, drawn_copy(d, random));
    std::vector<Statements*> all;
    collect(d.k.body, all);
    Statements& body = *all[random.below(static_cast<std::uint32_t>(all.size()))];
    body.insert(body.begin() + random.below(static_cast<std::uint32_t>(body.size() + 1)), copy);
    d.w.to = &d.k.body;
    Statement seen;
    seen.element = {"u32", 4, false};
    seen.place.region = Region::shared;
    seen.place.offset = made[0].copied_to;
    seen.results = {d.w.fresh(Kind::b32)};
    const Reg value = seen.results[0];
    d.append(Statement::Kind::load, std::move(seen));
    d.w.mix(d.sum, value);
  }
}

void draw_mbarrier(Draw& d, Random& random) {
  if (!d.k.shared || !d.limits.copies || random.one_in(3)) return;
  d.k.mbarrier = d.k.mbarrier_at() + 8 <= d.limits.shared_bytes;
}

}  // namespace heddle::fuzz
