// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tb/fuzz/draw/draw_statements.hpp"
#include "tb/fuzz/forms/atomic_operations.hpp"

/// Draws loads, stores and atomics, to locations that only one thread accesses or that no thread writes.
namespace heddle::fuzz {
namespace {

constexpr const char* load_caches[] = {"", "", "", "", ".ca", ".cg", ".cs", ".cv"};
constexpr const char* store_caches[] = {"", "", "", "", ".wb", ".cg", ".cs", ".wt"};

/// Draws one to four elements that fit in `room` bytes; an instruction has at most four words of values.
std::uint32_t draw_lanes(Draw& d, Kind k, const Element& e, std::uint32_t room, bool vector) {
  if (!vector || d.one_in(2)) return 1;
  const std::uint32_t n = d.one_in(2) && bits_of(k) != 64 ? 4 : 2;
  return n * e.bytes <= std::min(16u, room) ? n : 1;
}

void place_index(Draw& d, Place& p) {
  static constexpr std::uint32_t scales[] = {4, 4, 4, 8, 16, 1, 2, 12, 128, 20, 36, 256};
  p.scale = scales[d.below(12)];
  p.offset = d.one_in(3) ? d.below(256) : 0;
  if (d.one_in(2)) {
    p.index = d.source(Kind::b32);
  } else {
    p.index = {.is_register = false};  // the thread's number
  }
}

void draw_load_parameter(Draw& d) {
  const auto n = d.below(static_cast<std::uint32_t>(d.k.scalars.size()));
  const Kind k = d.k.scalars[n].kind;
  if (d.pool(k).empty()) return;
  Statement s;
  s.element = k == Kind::f32   ? Element{"f32", 4, false}
              : k == Kind::f64 ? Element{"f64", 8, false}
              : k == Kind::b64 ? Element{"u64", 8, false}
                               : Element{"u32", 4, false};
  s.place.region = Region::parameter;
  s.place.buffer = static_cast<std::uint8_t>(n);
  s.results = {d.any(k)};
  d.append(Statement::Kind::load, std::move(s), 6);
}

}  // namespace

void draw_load(Draw& d, bool in_function) {
  const Kind k = d.draw_kind();
  Statement s;
  s.element = d.element(k, true);
  const std::uint32_t which = d.below(16);
  std::uint32_t room = 16;
  if (which == 0 && d.k.constant_bytes != 0) {
    s.place.region = Region::constant;
    place_index(d, s.place);
  } else if (which == 1 && d.k.local_bytes != 0 && !in_function) {
    s.place.region = Region::local;
    place_index(d, s.place);
    room = std::min(16u, d.k.local_bytes);
  } else if (which == 2) {
    return draw_load_parameter(d);
  } else if (which <= 4 && d.k.slots > 1) {
    s.place.region = Region::output;
    s.place.offset = d.below(d.k.slots);
    room = d.k.blocked_slots && d.k.slots % 2 == 0 && s.place.offset % 2 == 0 ? 16 : 8;
  } else if (which <= 6 && d.k.shared_slots != 0) {
    s.place.region = Region::shared;
    s.place.offset = d.below(d.k.shared_slots);
    room = 8;
  } else {
    s.place.buffer = static_cast<std::uint8_t>(d.below(static_cast<std::uint32_t>(d.k.inputs.size())));
    place_index(d, s.place);
    s.text = load_caches[d.below(8)];
  }
  std::uint32_t n = draw_lanes(d, k, s.element, room, s.place.region != Region::constant);
  if (d.pool(k).size() < n) n = 1;
  while (s.results.size() < n) {
    const Reg r = d.any(k);
    if (std::find(s.results.begin(), s.results.end(), r) == s.results.end()) s.results.push_back(r);
  }
  d.append(Statement::Kind::load, std::move(s), 6);
  if (d.one_in(3)) d.w.mix(d.sum, d.w.to->back().results[d.below(n)]);
}

void draw_store(Draw& d) {
  const Kind k = d.draw_kind();
  Statement s;
  s.element = d.element(k, false);
  const std::uint32_t which = d.below(4);
  std::uint32_t room = 8;
  if (which == 0 && d.k.local_bytes != 0) {
    s.place.region = Region::local;
    place_index(d, s.place);
    room = std::min(16u, d.k.local_bytes);
  } else if (which == 1 && d.k.shared_slots != 0) {
    s.place.region = Region::shared;
    s.place.offset = d.below(d.k.shared_slots);
  } else if (d.k.slots > 1) {
    s.place.region = Region::output;
    s.place.offset = 1 + d.below(d.k.slots - 1);  // slot 0 is for the sum
    room = d.k.blocked_slots && d.k.slots % 2 == 0 && s.place.offset % 2 == 0 ? 16 : 8;
    s.text = store_caches[d.below(8)];
  } else {
    return;
  }
  const std::uint32_t n = draw_lanes(d, k, s.element, room, true);
  for (std::uint32_t i = 0; i < n; ++i) {
    const Reg r = d.any(k);
    d.w.canonical(r);
    s.sources.push_back(operand_of(r));
  }
  d.append(Statement::Kind::store, std::move(s), 6);
}

void draw_atomic(Draw& d) {
  if (d.k.cells == 0) return;
  // Each cell sees one kind of operation only, since different ones do not commute.
  const AtomicOperation& a = atomic_named(d.atomic_text);
  const Kind k = a.bytes == 8 ? Kind::b64 : Kind::b32;
  if (d.pool(k).empty()) return;
  Statement s;
  s.text = a.text;
  s.sources = {operand_of(d.any(k)), operand_of(d.any(Kind::b32))};
  d.append(Statement::Kind::atomic, std::move(s), 4);
}

void draw_own(Draw& d) {
  if (d.k.slots < 2) return;
  const auto& all = atomic_operations();
  const AtomicOperation& a = all[d.below(static_cast<std::uint32_t>(all.size()))];
  const Kind k = a.bytes == 8 ? Kind::b64 : Kind::b32;
  if (d.pool(k).empty()) return;
  Statement s;
  s.text = a.text;
  s.place.region = Region::output;
  s.place.offset = 1 + d.below(d.k.slots - 1);
  s.results = {d.any(k)};
  s.sources = {operand_of(d.any(k))};
  d.append(Statement::Kind::own, std::move(s), 4);
}
}  // namespace heddle::fuzz
