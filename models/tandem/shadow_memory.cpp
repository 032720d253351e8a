// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/shadow_memory.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

constexpr std::array<std::byte, ShadowMemory::page_bytes> zeros{};

}  // namespace

void ShadowMemory::clear() {
  begin_launch();
  for (auto& [number, page] : pages_) page.value.fill(std::byte{0});
}

void ShadowMemory::set(std::uint64_t address, std::span<const std::byte> bytes) {
  by_page(address, bytes.size(), [&](auto number, auto within, auto done, auto count) {
    std::memcpy(pages_[number].value.data() + within, bytes.data() + done, count);
  });
}

/// Returns whether all writes to a byte by the agent's own CTA are ordered before the agent's next access.
bool ShadowMemory::came_before(const State& s, const MemoryAgent& by) {
  return s.what() == Kind::ordered ? by.has_seen(s.warp, s.time) : s.time < by.seen_of_all;
}

/// Notes the writer of byte k, and whether all writes to the byte are ordered among themselves.
void ShadowMemory::note(Written& w, std::size_t k, bool same_value, const MemoryAgent& by, bool in_order) {
  State& s = w.state[k];
  Kind kind = s.what();
  const bool later = in_order || (w.cta[k] == by.cta && came_before(s, by));
  if (kind == Kind::none || (kind != Kind::mixed && later) || (kind == Kind::ordered && s.warp == by.warp))
    kind = Kind::ordered;
  else if (kind == Kind::mixed || w.cta[k] != by.cta)
    kind = Kind::mixed;
  else
    kind = same_value && kind != Kind::raced ? Kind::agreed : Kind::raced;
  const std::uint32_t time = kind == Kind::ordered ? by.time : std::max<std::uint32_t>(s.time, by.time);
  s.warp = by.warp;
  s.time = time & 0x1fffffff;
  s.kind = static_cast<std::uint8_t>(kind) & 7;
  w.cta[k] = by.cta;
}

void ShadowMemory::write(std::uint64_t address, std::span<const std::byte> bytes, const MemoryAgent& by,
                         bool in_order) {
  if (others_generation_ != generation_) {
    others_.clear();
    others_generation_ = generation_;
  }
  by_page(address, bytes.size(), [&](auto number, auto within, auto done, auto count) {
    Page& p = pages_[number];
    if (!known(p)) {
      if (p.written == nullptr) p.written = std::make_unique<Written>();
      p.written->base = p.value;
      p.written->state.fill({});
      p.generation = generation_;
    }
    Written& w = *p.written;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = within + i;
      const std::byte before = p.value[k], now = bytes[done + i];
      note(w, k, before == now, by, in_order);
      if (before == now) continue;
      if (before != w.base[k]) others_[number * page_bytes + k].set(std::to_integer<std::size_t>(before));
      p.value[k] = now;
    }
  });
}

bool ShadowMemory::exact(const Written& w, std::size_t k, const MemoryAgent& by) {
  const State& s = w.state[k];
  switch (s.what()) {
    case Kind::none:
      return true;
    case Kind::ordered:
      return s.warp == by.warp || (w.cta[k] == by.cta && came_before(s, by));
    case Kind::agreed:
      return w.cta[k] == by.cta && came_before(s, by);
    default:
      return false;
  }
}

bool ShadowMemory::possible(const Page& p, std::uint64_t address, std::byte value) const {
  const std::size_t k = address % page_bytes;
  if (value == p.value[k] || value == p.written->base[k]) return true;
  const auto it = others_.find(address);
  return it != others_.end() && it->second.test(std::to_integer<std::size_t>(value));
}

LoadVerdict ShadowMemory::check(std::uint64_t address, std::span<const std::byte> got,
                                const MemoryAgent& by) const {
  LoadVerdict verdict = LoadVerdict::exact;
  by_page(address, got.size(), [&](auto number, auto within, auto done, auto count) {
    const Page* p = pages_.find(number);
    if (p == nullptr || !known(*p)) {
      const std::byte* value = p == nullptr ? zeros.data() : p->value.data() + within;
      if (std::memcmp(value, got.data() + done, count) != 0) verdict = LoadVerdict::different;
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = within + i;
      if (exact(*p->written, k, by)) {
        if (p->value[k] != got[done + i]) verdict = std::max(verdict, LoadVerdict::different);
      } else {
        const bool was = possible(*p, number * page_bytes + k, got[done + i]);
        verdict = std::max(verdict, was ? LoadVerdict::possible : LoadVerdict::foreign);
      }
    }
  });
  return verdict;
}

bool ShadowMemory::written_before(std::uint64_t address, std::size_t bytes, const MemoryAgent& by) const {
  bool before = true;
  by_page(address, bytes, [&](auto number, auto within, auto, auto count) {
    const Page* p = pages_.find(number);
    if (p == nullptr || !known(*p)) return;
    for (std::size_t k = within; k < within + count; ++k) {
      const State& s = p->written->state[k];
      before &= s.what() == Kind::none ||
                (s.what() != Kind::mixed && p->written->cta[k] == by.cta && came_before(s, by));
    }
  });
  return before;
}

bool ShadowMemory::overtakes(std::uint64_t address, std::span<const std::byte> bytes,
                             const MemoryAgent& by) const {
  bool found = false;
  by_page(address, bytes.size(), [&](auto number, auto within, auto done, auto count) {
    const Page* p = pages_.find(number);
    const std::byte* value = p == nullptr ? zeros.data() : p->value.data();
    for (std::size_t i = 0; i < count && !found; ++i)
      found = value[within + i] != bytes[done + i] && !readers_.all_before(address + done + i, by);
  });
  return found;
}

bool ShadowMemory::read(std::uint64_t address, std::span<std::byte> out, const MemoryAgent& by) const {
  bool all_exact = true;
  by_page(address, out.size(), [&](auto number, auto within, auto done, auto count) {
    const Page* p = pages_.find(number);
    if (p == nullptr) {
      std::memset(out.data() + done, 0, count);
      return;
    }
    std::memcpy(out.data() + done, p->value.data() + within, count);
    if (!known(*p)) return;
    for (std::size_t i = 0; i < count; ++i) all_exact &= exact(*p->written, within + i, by);
  });
  return all_exact;
}

bool ShadowMemory::View::written(std::size_t k) const { return page.written->state[k].kind != 0; }
bool ShadowMemory::View::exact(std::size_t k) const {
  const Kind kind = page.written->state[k].what();
  return kind != Kind::raced && kind != Kind::mixed;
}
std::byte ShadowMemory::View::value(std::size_t k) const { return page.value[k]; }
bool ShadowMemory::View::possible(std::size_t k, std::byte v) const {
  return memory.possible(page, number * page_bytes + k, v);
}

}  // namespace heddle
