// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/draw/draw.hpp"

#include <algorithm>

namespace heddle::fuzz {

std::uint64_t Draw::literal_bits(Kind k) {
  static constexpr std::uint32_t singles[] = {0x3f800000, 0xbf000000, 0x40490fdb, 0,
                                              0x80000000, 0x7f800000, 0x00000003, 0x4b800001};
  static constexpr std::uint64_t reals[] = {
      0x3ff0000000000000, 0xbfe0000000000000, 0x400921fb54442d18, 0, 0x7ff0000000000000, 7};
  switch (k) {
    case Kind::f32:
      return singles[below(8)];
    case Kind::f64:
      return reals[below(6)];
    default:
      break;
  }
  std::uint64_t bits = one_in(3) ? random() : one_in(2) ? below(64) : 0 - std::uint64_t{below(9)};
  if (bits_of(k) < 64) bits &= (std::uint64_t{1} << bits_of(k)) - 1;
  return bits;
}

bool Draw::possible(const Form& f) {
  if (!drawn(f)) return false;
  const FormOperands o = operands_of(f);
  for (unsigned i = 0; i < o.results; ++i)
    if (pool(o.result[i]).empty()) return false;
  for (unsigned i = 0; i < o.sources; ++i)
    if (pool(o.source[i]).empty()) return false;
  return o.results != 2 || pool(Kind::pred).size() >= 2;
}

Family Draw::draw_family() {
  std::uint32_t total = 0;
  for (const auto w : weights) total += w;
  std::uint32_t at = below(total);
  for (unsigned f = 0; f < families; ++f) {
    if (at < weights[f]) return static_cast<Family>(f);
    at -= weights[f];
  }
  return Family::integer;
}

Element Draw::element(Kind k, bool load) {
  static constexpr Element narrow[] = {
      {"u8", 1, false}, {"s8", 1, true}, {"u16", 2, false}, {"s16", 2, true}, {"b16", 2, false}};
  static constexpr Element words[] = {{"b32", 4, false}, {"u32", 4, false}, {"s32", 4, true}};
  static constexpr Element wide[] = {{"b64", 8, false}, {"u64", 8, false}, {"s64", 8, true}};
  switch (k) {
    case Kind::b16:
      return load && one_in(4) ? narrow[below(2)] : narrow[2 + below(3)];
    case Kind::b32:
      return one_in(4) ? narrow[below(4)] : words[below(3)];
    case Kind::b64:
      return one_in(5) ? words[1 + below(2)] : wide[below(3)];
    case Kind::f16:
      return {"b16", 2, false};
    case Kind::f32:
      return {"f32", 4, false};
    default:
      return {"f64", 8, false};
  }
}

Kind Draw::draw_kind() {
  for (;;) {
    const auto k = static_cast<Kind>(1 + below(kinds - 1));
    if (!pool(k).empty()) return k;
    if (one_in(8)) return Kind::b32;
  }
}

Statement& Draw::append(Statement::Kind kind, Statement s, std::uint32_t guard_one_of) {
  Statement& added = w.add(kind);
  const std::uint32_t id = added.id;
  added = std::move(s);
  added.kind = kind;
  added.id = id;
  if (guard_one_of != 0) maybe_guard(added, guard_one_of);
  return added;
}

void Draw::draw_pools(std::uint32_t most) {
  const auto fill_pool = [&](Kind k, std::uint32_t least, std::uint32_t span) {
    for (std::uint32_t n = least + below(span); n-- > 0;) pool(k).push_back(w.fresh(k));
  };
  for (auto& p : pools) p.clear();
  fill_pool(Kind::pred, 2, 4);
  fill_pool(Kind::b32, 3, most);
  if (!one_in(3)) fill_pool(Kind::b64, 1, 1 + most / 3);
  if (!one_in(3)) fill_pool(Kind::f32, 1, 1 + most / 2);
  if (!one_in(3)) fill_pool(Kind::f64, 1, 1 + most / 4);
  if (one_in(2)) fill_pool(Kind::b16, 1, 1 + most / 4);
  if (one_in(3) && drawn(form_named("mov.b16", "h:x"))) fill_pool(Kind::f16, 2, 1 + most / 4);
}

void Draw::draw_weights() {
  for (auto& w : weights) w = 1 + below(8);
  // Some kernels consist mostly of one family.
  if (one_in(3)) weights[below(families)] = 30;
  weights[static_cast<unsigned>(Family::carry)] = 0;  // drawn in chains only
  weights[static_cast<unsigned>(Family::slow_integer)] =
      std::min(weights[static_cast<unsigned>(Family::slow_integer)], 3u);
  compare_bias = 1 + below(4);
  static constexpr std::uint32_t one_of[] = {30, 15, 15, 5};
  together_one_of = one_of[below(4)];
}

}  // namespace heddle::fuzz
