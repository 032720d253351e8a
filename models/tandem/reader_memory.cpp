#include "models/tandem/reader_memory.hpp"

#include <algorithm>
#include <bit>

#include "models/tandem/by_page.hpp"

namespace heddle {

ReaderMemory::Page& ReaderMemory::page(std::uint64_t number) {
  if (number != last_number_) {
    last_ = &pages_[number];
    last_number_ = number;
  }
  if (last_->generation != generation_) {
    last_->generation = generation_;
    last_->state.assign(page_bytes >> last_->shift, {});
  }
  return *last_;
}

void ReaderMemory::split_words(Page& p) {
  std::vector<State> bytes(page_bytes);
  for (std::size_t k = 0; k < page_bytes; ++k) bytes[k] = p.state[k >> p.shift];
  p.state = std::move(bytes);
  p.shift = 0;
}

bool ReaderMemory::came_before(const State& s, const MemoryAgent& by) {
  if (s.ctas) return false;
  if (s.warps == 0) return true;
  if (s.cta != by.cta) return false;
  std::uint64_t others = s.warps & ~(std::uint64_t{1} << (by.warp - by.first));
  if (s.latest < by.seen_of_all) return true;
  for (; others != 0; others &= others - 1)
    if (!by.has_seen(by.first + static_cast<unsigned>(std::countr_zero(others)), s.earliest)) return false;
  return true;
}

/// Whoever comes behind the present read comes behind those that came before it, too.
void ReaderMemory::note(State& s, const MemoryAgent& by) {
  const std::uint64_t warp = std::uint64_t{1} << (by.warp - by.first);
  if (came_before(s, by)) {
    s = {.warps = warp, .cta = by.cta, .earliest = by.time, .latest = by.time};
  } else if (s.cta != by.cta) {
    s.ctas = true;
  } else {
    s.warps |= warp;
    s.earliest = std::min(s.earliest, by.time);
    s.latest = std::max(s.latest, by.time);
  }
}

void ReaderMemory::read(std::uint64_t address, std::size_t bytes, const MemoryAgent& by) {
  by_page<page_bytes>(address, bytes, [&](auto number, auto within, auto, auto count) {
    Page& p = page(number);
    if (p.shift != 0 && (within | count) % 4 != 0) split_words(p);
    for (std::size_t k = within >> p.shift; k < (within + count) >> p.shift; ++k) note(p.state[k], by);
  });
}

bool ReaderMemory::all_before(std::uint64_t address, const MemoryAgent& by) const {
  const auto it = pages_.find(address / page_bytes);
  if (it == pages_.end() || it->second.generation != generation_) return true;
  const Page& p = it->second;
  return came_before(p.state[address % page_bytes >> p.shift], by);
}

}  // namespace heddle
