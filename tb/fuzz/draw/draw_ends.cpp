// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/draw_statements.hpp"
#include "tb/fuzz/forms/atomic_operations.hpp"

/// Draws the beginning and the end of a kernel: every register and location gets a value before it is read,
/// and half of the registers enter the sum that is stored.
namespace heddle::fuzz {
namespace {

void first_value(Draw& d, Reg r) {
  Statement s;
  s.results = {r};
  if (r.kind == Kind::b32 && d.one_in(4)) {
    s.special = static_cast<Special>(d.below(8));
    d.append(Statement::Kind::special, std::move(s));
  } else if (r.kind == Kind::b32 && d.one_in(6)) {
    d.w.compute("mov.b32", {r}, {literal_operand(Kind::b32, d.literal_bits(Kind::b32))}, "r:r");
  } else {
    s.element = d.element(r.kind, true);
    s.place.buffer = static_cast<std::uint8_t>(d.below(static_cast<std::uint32_t>(d.k.inputs.size())));
    s.place.index = {.is_register = false};
    s.place.scale = d.one_in(3) ? 8 : 4;
    s.place.offset = d.below(64) * 4;
    d.append(Statement::Kind::load, std::move(s));
  }
}

void first_local_word(Draw& d, std::uint32_t at) {
  Statement s;
  s.place = {.region = Region::local, .index = {.is_register = false}, .scale = 0, .offset = at};
  s.sources = {operand_of(d.any(Kind::b32))};
  d.append(Statement::Kind::store, std::move(s));
}

void first_shared_slot(Draw& d, std::uint32_t at) {
  const Reg wide = d.pool(Kind::b64).empty() ? d.w.fresh(Kind::b64) : d.any(Kind::b64);
  if (d.pool(Kind::b64).empty())
    d.w.compute("mul.wide.u32", {wide}, {operand_of(d.any(Kind::b32)), literal_operand(Kind::b32, 0x10001)});
  Statement s;
  s.element = {"b64", 8, false};
  s.place.region = Region::shared;
  s.place.offset = at;
  s.sources = {operand_of(wide)};
  d.append(Statement::Kind::store, std::move(s));
}

}  // namespace

void draw_first_predicates(Draw& d) {
  for (const Reg p : d.pool(Kind::pred))
    d.w.compute("setp.lt.s32", {p}, {operand_of(d.any(Kind::b32)), operand_of(d.any(Kind::b32))});
}

void draw_first_values(Draw& d) {
  static constexpr std::uint32_t sizes[] = {4, 8, 14, 24};
  d.draw_pools(sizes[d.below(4)]);
  d.sum = d.w.fresh(Kind::b32);
  const auto& all = atomic_operations();
  do d.atomic_text = all[d.below(static_cast<std::uint32_t>(all.size()))].text;
  while (!atomic_named(d.atomic_text).order_free);
  Statement id;
  id.special = Special::global_id;
  id.results = {d.sum};
  d.append(Statement::Kind::special, std::move(id));
  for (unsigned k = 1; k < kinds; ++k)
    for (const Reg r : d.pools[k]) first_value(d, r);
  draw_first_predicates(d);
  d.recent = d.pool(Kind::b32)[0];
  for (std::uint32_t at = 0; at < d.k.local_bytes; at += 4) first_local_word(d, at);
  for (std::uint32_t at = 0; at < d.k.shared_slots; ++at) first_shared_slot(d, at);
}

void draw_store_sum(Draw& d) {
  Statement s;
  s.element = {"u32", 4, false};
  s.place.region = Region::output;
  s.sources = {operand_of(d.sum)};
  d.append(Statement::Kind::store, std::move(s));
}

void draw_result(Draw& d) {
  for (unsigned k = 0; k < kinds; ++k)
    for (const Reg r : d.pools[k])
      if (d.one_in(2)) d.w.mix(d.sum, r);
  draw_store_sum(d);
}

}  // namespace heddle::fuzz
