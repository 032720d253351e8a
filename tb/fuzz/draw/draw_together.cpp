// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/draw_statements.hpp"
#include "tb/fuzz/tree/collectives.hpp"

/// Draws what the threads of a CTA or of a warp do together.
namespace heddle::fuzz {
namespace {

bool possible(Draw& d, const Collective& c, bool all_of_cta, bool all_of_warp) {
  if (c.barrier ? !all_of_cta : c.whole_warp && !(all_of_warp && d.k.shape.threads() % 32 == 0)) return false;
  for (const char kind : c.signature)
    if (kind != ':' && d.pool(kind_of(kind)).empty()) return false;
  return true;
}

/// Draws the distance or the segment of a shuffle: a small number, one that compilers use, or the value of a
/// register.
Operand lane_operand(Draw& d, bool segment) {
  static constexpr std::uint32_t segments[] = {31, 31, 0, 0x1c1f, 0x1c00, 0x181f, 0x1000, 0x1f1f, 0x0f07};
  if (d.one_in(4)) return d.source(Kind::b32);
  return literal_operand(Kind::b32, segment ? segments[d.below(9)] : d.below(34));
}

}  // namespace

void draw_exchange(Draw& d) {
  const Kind k = d.draw_kind();
  Statement s;
  if (bits_of(k) == 16) return;
  s.place.offset = d.one_in(2) ? 1 + d.below(33) : d.below(d.k.shape.threads() + 1);
  s.sources = {operand_of(d.any(k))};
  s.results = {d.any(k)};
  const Reg r = s.results[0];
  const bool group = d.k.group_threads != 0 && d.one_in(2);
  d.append(group ? Statement::Kind::group_exchange : Statement::Kind::exchange, std::move(s));
  d.w.mix(d.sum, r);
}

void draw_reduce(Draw& d) {
  static constexpr const char* texts[] = {"add.u32", "min.s32", "max.u32", "xor.b32",
                                          "or.b32",  "and.b32", "min.u32", "max.s32"};
  Statement s;
  s.text = texts[d.below(8)];
  s.place.offset = d.below(1000);
  s.sources = {operand_of(d.any(Kind::b32)), operand_of(d.any(Kind::b32)), operand_of(d.any(Kind::b32))};
  s.results = {d.any(Kind::b32)};
  d.append(Statement::Kind::reduce, std::move(s));
}

void draw_collective(Draw& d, bool all_of_cta, bool barriers, const Operand* members) {
  for (unsigned attempt = 0; attempt < 20; ++attempt) {
    const auto all = all_collectives();
    const Collective& c = all[d.below(static_cast<std::uint32_t>(all.size()))];
    if ((barriers && !c.barrier) || !possible(d, c, all_of_cta, members == nullptr)) continue;
    Statement s;
    s.collective = &c;
    const std::size_t colon = c.signature.find(':');
    for (std::size_t i = 0; i < c.results(); ++i) s.results.push_back(d.any(kind_of(c.signature[i])));
    for (std::size_t i = 0; i < c.sources(); ++i) {
      const Kind kind = kind_of(c.signature[colon + 1 + i]);
      s.sources.push_back(i != 0               ? lane_operand(d, i == 2)
                          : kind == Kind::pred ? d.predicate()
                                               : d.source(kind));
    }
    if (c.barrier) {
      s.place.offset =
          d.one_in(2) ? 0 : d.below(d.k.group_threads != 0 ? KernelTree::first_group_barrier : 16);
      s.place.scale = d.k.shape.threads() % 32 == 0 && d.one_in(3) ? d.k.shape.threads() : 0;
    } else if (members != nullptr) {
      s.sources.push_back(*members);
    }
    const auto results = d.append(Statement::Kind::collective, std::move(s)).results;
    for (const Reg r : results)
      if (d.one_in(2)) d.w.mix(d.sum, r);
    return;
  }
}

Operand draw_ballot(Draw& d, const Operand& guard, const Operand* members) {
  Statement s;
  s.collective = &collective_named("vote.sync.ballot.b32");
  s.results = {d.w.fresh(Kind::b32)};
  s.sources = {guard};
  if (members != nullptr) s.sources.push_back(*members);
  return operand_of(d.append(Statement::Kind::collective, std::move(s)).results[0]);
}

}  // namespace heddle::fuzz
