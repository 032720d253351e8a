#include "models/tandem/reader_memory.hpp"

#include <algorithm>

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
  switch (s.kind) {
    case Kind::none:
      return true;
    case Kind::one:
      return s.warp == by.warp || (s.cta == by.cta && by.has_seen(s.warp, s.time));
    case Kind::several:
      return s.cta == by.cta && s.time < by.seen_of_all;
    default:
      return false;
  }
}

/// Notes a read. Of earlier reads that are ordered before it, only the newest is kept: what is ordered behind
/// the new read is ordered behind them, too.
void ReaderMemory::note(State& s, const MemoryAgent& by) {
  if (came_before(s, by))
    s = {.warp = by.warp, .cta = by.cta, .time = by.time, .kind = Kind::one};
  else if (s.cta != by.cta)
    s.kind = Kind::ctas;
  else if (s.kind != Kind::ctas)
    s = {.warp = by.warp, .cta = by.cta, .time = std::max(s.time, by.time), .kind = Kind::several};
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
