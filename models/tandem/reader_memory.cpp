// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/reader_memory.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

ReaderMemory::Page& ReaderMemory::page(std::uint64_t number) {
  Page& p = pages_[number];
  if (p.generation != generation_) {
    p.generation = generation_;
    p.state.assign(tandem_page_bytes >> p.shift, {});
  }
  return p;
}

void ReaderMemory::split_words(Page& p) {
  std::vector<State> bytes(tandem_page_bytes);
  for (std::size_t k = 0; k < tandem_page_bytes; ++k) bytes[k] = p.state[k >> p.shift];
  p.state = std::move(bytes);
  p.shift = 0;
}

bool ReaderMemory::came_before(const State& s, const MemoryAgent& by) {
  if (s.several_ctas) return false;
  if (s.warps == 0) return true;
  if (s.cta != by.cta) return false;
  if (s.latest < by.seen_of_all) return true;
  for (std::uint64_t rest = s.warps; rest != 0; rest &= rest - 1) {
    const unsigned warp = by.first + static_cast<unsigned>(std::countr_zero(rest));
    if (warp != by.warp && !by.has_seen(warp, s.earliest)) return false;
  }
  return true;
}

/// What is ordered after this read is also ordered after the reads that it is ordered after.
void ReaderMemory::note(State& s, const MemoryAgent& by) {
  const std::uint64_t warp = std::uint64_t{1} << (by.warp - by.first);
  if (came_before(s, by)) {
    s = {.warps = warp, .cta = by.cta, .earliest = by.time, .latest = by.time};
  } else if (s.cta != by.cta) {
    s.several_ctas = true;
  } else {
    s.warps |= warp;
    s.earliest = std::min(s.earliest, by.time);
    s.latest = std::max(s.latest, by.time);
  }
}

void ReaderMemory::read(std::uint64_t address, std::size_t bytes, const MemoryAgent& by) {
  by_page(address, bytes, [&](auto number, auto within, auto, auto count) {
    Page& p = page(number);
    if (p.shift != 0 && (within | count) % 4 != 0) split_words(p);
    for (std::size_t k = within >> p.shift; k < (within + count) >> p.shift; ++k) note(p.state[k], by);
  });
}

bool ReaderMemory::all_before(std::uint64_t address, const MemoryAgent& by) const {
  const Page* p = pages_.find(address / tandem_page_bytes);
  return p == nullptr || p->generation != generation_ ||
         came_before(p->state[address % tandem_page_bytes >> p->shift], by);
}

}  // namespace heddle
