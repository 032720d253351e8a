// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/pending_store_buffer/pending_store_buffer_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr unsigned long_hold = 20;  // edges
const Arises load = by_chance("which lines a kernel stores is the workload's choice");
const Arises memory = by_chance("it depends on when memory takes what leaves");
const Arises no_such_entry = never_in_system("the SM names entries of the block");

PendingBytes missing(const PendingBytes& bytes) {
  PendingBytes all{};
  for (unsigned w = 0; w < all.size(); ++w) all[w] = ~bytes[w];
  return all;
}
unsigned count(const PendingBytes& bytes) {
  unsigned n = 0;
  for (const std::uint32_t word : bytes) n += static_cast<unsigned>(std::popcount(word));
  return n;
}
unsigned lowest(const PendingBytes& bytes) {
  unsigned w = 0;
  while (bytes[w] == 0) ++w;
  return 32 * w + static_cast<unsigned>(std::countr_zero(bytes[w]));
}

}  // namespace

PendingLinesState::Step pending_step(PinValues in) {
  const auto& request = *reinterpret_cast<const Beat<PendingRequest>*>(in[0]);
  const auto& release = *reinterpret_cast<const Beat<PendingRelease>*>(in[1]);
  PendingLinesState::Step s{.room = reinterpret_cast<const Level<PendingRoom>*>(in[2])->payload.line};
  if (request.valid) s.request = {request.payload.kind, request.payload.line.value, request.payload.bytes};
  if (release.valid) s.release = {release.payload.reach, release.payload.entry.value};
  return s;
}

PendingStoreBufferCoverage::PendingStoreBufferCoverage(const PendingStoreBufferConfig& c)
    : entries_(c.entries),
      before_(c.entries),
      state_(c.entries),
      comes_(coverage.points("a line comes into entry {}", 0, c.entries - 1, load)),
      merges_(coverage.points("bytes of the line in entry {} are stored", 0, c.entries - 1, load)),
      serves_(coverage.points("the line in entry {} serves a load", 0, c.entries - 1, load)),
      taken_(coverage.points("the line in entry {} is taken", 0, c.entries - 1, load)),
      named_(coverage.points("entry {} is released, and has a line", 0, c.entries - 1, load)),
      last_byte_(coverage.points("byte {} is the last one of its line", 0, 127, load)),
      lacks_byte_(coverage.points("a line leaves without byte {} alone", 0, 127, load)),
      tag_bit_(coverage.points("a line that differs from a pending one in bit {} only", 0,
                               line_number_bits - 1, load)),
      ordered_finds_(coverage.points("an ordered request finds {} lines", 1, c.entries, load)),
      whole_comes_(coverage.point("a whole line comes", load)),
      whole_merges_(coverage.point("a whole line is stored over a part of it", load)),
      again_(coverage.point("bytes are stored again", load)),
      evicts_(coverage.point("a store makes the oldest incomplete line leave", load)),
      waits_for_any_(coverage.point("a store waits for an entry of a line that leaves already", load)),
      overflows_(coverage.point("a store passes", load)),
      store_waits_(coverage.point("a store waits for its line, which leaves", load)),
      load_waits_(coverage.point("a load waits for its line, which leaves", load)),
      load_makes_leave_(coverage.point("a load makes its line leave", load)),
      load_passes_(coverage.point("a load passes where nothing is pending", load)),
      load_wanted_other_(coverage.point("a load passes other lines", load)),
      ordered_passes_(coverage.point("an ordered request passes at once", load)),
      ordered_four_(coverage.point("a request of kind 3", never_in_system("there are three kinds"))),
      not_ready_(coverage.point("a request comes while another one is kept", load)),
      waited_store_(coverage.point("a store is answered that has waited", load)),
      waited_load_(coverage.point("a load is answered that has waited", load)),
      back_to_back_(coverage.point("a request is answered at the edge behind that of a kept one", load)),
      released_now_(coverage.point("a store comes to a line at the edge of its release", load)),
      release_nothing_(coverage.point("an entry without a line is released",
                                      never_in_system("the SM releases lines that are there"))),
      release_beyond_(coverage.point("a release of an entry from 16 on", no_such_entry)),
      incomplete_some_(coverage.point("a release of incomplete lines finds some", load)),
      incomplete_none_(coverage.point("a release of incomplete lines finds complete ones only", load)),
      aged_first_(coverage.point("a release of old lines finds young ones", load)),
      aged_second_(coverage.point("a release of old lines finds old ones", load)),
      aged_none_(coverage.point("a release of old lines finds none", load)),
      all_some_(coverage.point("a release of all lines finds some", load)),
      release_leaving_(coverage.point("the line that is shown is released again", load)),
      room_for_none_(coverage.point("room, and nothing leaves", memory)),
      held_long_(coverage.point("a line shows for 20 edges", memory)),
      freed_and_asked_(coverage.point("a store comes to a line at the edge at which that is taken", memory)),
      empties_(coverage.point("the last line is taken", load)),
      idle_(coverage.point("nothing to do, and nothing is pending", load)),
      reset_pending_(coverage.point("reset while lines are pending", only_a_bench_resets())),
      reset_kept_(coverage.point("reset while a request is kept", only_a_bench_resets())),
      reset_leaving_(coverage.point("reset while a line shows", only_a_bench_resets())) {
  if (c.entries < most_pending_lines)
    beyond_entries_ = &coverage.point("a release of an entry that there is not", no_such_entry);
  if (c.entries == 1) return;
  taken_next_ = &coverage.point("a line is taken, and the next one shows", memory);
  oldest_is_not_lowest_ = &coverage.point("the oldest incomplete line is not in the lowest entry", load);
  complete_stays_ = &coverage.point("complete lines stay where a store makes another one leave", load);
  leaves_by_age_ = &coverage.point("a line shows that is older than another one in a lower entry", load);
  aged_some_ = &coverage.point("a release of old lines finds old and young ones", load);
  half_complete_ = &coverage.point("a release of incomplete lines finds complete ones, too", load);
}

std::optional<unsigned> PendingStoreBufferCoverage::entry_of(std::uint64_t line) const {
  for (unsigned e = 0; e < entries_; ++e)
    if (before_.entry(e).there && before_.entry(e).line == line) return e;
  return std::nullopt;
}

void PendingStoreBufferCoverage::see_reset() {
  if (!in_reset_) {
    reset_pending_ += state_.pending() != 0;
    reset_kept_ += kept_.has_value();
    reset_leaving_ += state_.leaving().has_value();
  }
  in_reset_ = true;
  state_.reset();
  kept_.reset();
  waited_ = false;
  held_ = 0;
}

void PendingStoreBufferCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) return see_reset();
  in_reset_ = false;
  const Step s = pending_step(in);
  before_ = state_;
  state_.step(s);
  idle_ += before_.pending() == 0 && !s.request && !s.release && !kept_;
  not_ready_ += kept_ && s.request;
  if (s.release) see_release(*s.release);
  see_leaving(s.room);
  see_request(s);
}

void PendingStoreBufferCoverage::see_release(const PendingLinesState::Release& r) {
  unsigned complete = 0, incomplete = 0, old = 0, young = 0;
  for (unsigned e = 0; e < entries_; ++e) {
    const Entry& entry = before_.entry(e);
    if (!entry.there || entry.leaves) continue;
    ++(all_bytes(entry.bytes) ? complete : incomplete);
    ++(entry.aged ? old : young);
  }
  switch (r.reach) {
    case PendingReach::one:
      if (r.entry >= entries_) {
        ++*beyond_entries_;
      } else if (before_.entry(r.entry).there) {
        ++*named_[r.entry];
        if (const auto shown = before_.leaving()) release_leaving_ += shown->entry == r.entry;
      } else {
        ++release_nothing_;
      }
      release_beyond_ += r.entry >= 16;
      break;
    case PendingReach::incomplete:
      incomplete_some_ += incomplete != 0;
      incomplete_none_ += incomplete == 0 && complete != 0;
      if (half_complete_ != nullptr) *half_complete_ += incomplete != 0 && complete != 0;
      break;
    case PendingReach::aged:
      aged_first_ += young != 0;
      aged_second_ += old != 0;
      aged_none_ += before_.pending() == 0;
      if (aged_some_ != nullptr) *aged_some_ += old != 0 && young != 0;
      break;
    case PendingReach::all:
      all_some_ += complete + incomplete != 0;
  }
}

void PendingStoreBufferCoverage::see_leaving(bool room) {
  const auto shown = before_.leaving(), next = state_.leaving();
  room_for_none_ += room && !shown;
  held_ = shown && !room ? held_ + 1 : 0;
  held_long_ += held_ == long_hold;
  if (shown && room) {
    ++*taken_[shown->entry];
    if (taken_next_ != nullptr) *taken_next_ += next.has_value();
    const PendingBytes lacks = missing(shown->bytes);
    if (count(lacks) == 1) ++*lacks_byte_[lowest(lacks)];
    empties_ += state_.pending() == 0;
  }
  if (leaves_by_age_ == nullptr || !next || (shown && !room)) return;
  for (unsigned e = 0; e < next->entry; ++e)
    if (before_.entry(e).leaves && !(shown && shown->entry == e)) {
      ++*leaves_by_age_;
      return;
    }
}

/// A line that is not pending, while others are.
void PendingStoreBufferCoverage::see_line_number(std::uint64_t line) {
  for (unsigned e = 0; e < entries_; ++e) {
    const std::uint64_t differs = before_.entry(e).there ? before_.entry(e).line ^ line : 0;
    if (std::has_single_bit(differs)) ++*tag_bit_[static_cast<unsigned>(std::countr_zero(differs))];
  }
}

bool PendingStoreBufferCoverage::leaves_now(unsigned e, const Step& s) const {
  const Entry& entry = before_.entry(e);
  if (entry.leaves || !s.release) return entry.leaves;
  switch (s.release->reach) {
    case PendingReach::one:
      return s.release->entry == e;
    case PendingReach::incomplete:
      return !all_bytes(entry.bytes);
    case PendingReach::aged:
      return entry.aged;
    default:
      return true;
  }
}

void PendingStoreBufferCoverage::see_request(const Step& s) {
  const bool kept = kept_.has_value();
  if (!kept_) kept_ = s.request;
  if (!kept_) {
    waited_ = false;
    return;
  }
  const PendingLinesState::Request r = *kept_;
  const bool answered = state_.answer().has_value();
  back_to_back_ += answered && waited_ && !kept;
  waited_ = answered && kept;
  const std::optional<unsigned> pending = entry_of(r.line);
  const bool leaves = pending && leaves_now(*pending, s);
  if (!pending && !kept) see_line_number(r.line);
  if (r.kind == PendingKind::store) {
    see_store(r, pending, leaves);
    waited_store_ += waited_;
    released_now_ += !kept && leaves && !before_.entry(*pending).leaves;
    const auto shown = before_.leaving();
    freed_and_asked_ += s.room && shown && pending == shown->entry;
  } else if (r.kind == PendingKind::load) {
    see_load(r, pending, leaves);
    waited_load_ += waited_;
  } else if (!kept) {
    ordered_passes_ += answered;
    ordered_four_ += r.kind != PendingKind::ordered;
    if (const int found = std::popcount(before_.pending()); found != 0)
      ++*ordered_finds_[static_cast<unsigned>(found) - 1];
  }
  if (answered) kept_.reset();
}

void PendingStoreBufferCoverage::see_store(const PendingLinesState::Request& r,
                                           std::optional<unsigned> pending, bool leaves) {
  store_waits_ += leaves;
  if (const auto& answer = state_.answer()) {
    if (answer->outcome == PendingOutcome::passes)
      ++overflows_;
    else
      see_stored(r, pending.has_value());
    return;
  }
  if (leaves || pending) return;
  // All entries are taken; the line that leaves for this store, if none leaves already.
  bool complete_there = false;
  for (unsigned e = 0; e < entries_; ++e) {
    if (before_.entry(e).leaves || !state_.entry(e).leaves) continue;
    ++evicts_;
    if (oldest_is_not_lowest_ == nullptr) return;
    for (unsigned other = 0; other < entries_; ++other) {
      const bool full = all_bytes(before_.entry(other).bytes);
      *oldest_is_not_lowest_ += other < e && !full;
      complete_there |= full;
    }
    *complete_stays_ += complete_there;
    return;
  }
  ++waits_for_any_;
}

void PendingStoreBufferCoverage::see_stored(const PendingLinesState::Request& r, bool merged) {
  const auto& answer = *state_.answer();
  ++*(merged ? merges_ : comes_)[answer.entry];
  const PendingBytes old = merged ? before_.entry(answer.entry).bytes : PendingBytes{};
  const PendingBytes lacked = missing(old);
  if (count(lacked) == 1 && answer.complete) ++*last_byte_[lowest(lacked)];
  whole_comes_ += !merged && answer.complete;
  whole_merges_ += merged && all_bytes(r.bytes) && count(lacked) != 0;
  PendingBytes common{};
  for (unsigned w = 0; w < common.size(); ++w) common[w] = old[w] & r.bytes[w];
  again_ += count(common) != 0;
}

void PendingStoreBufferCoverage::see_load(const PendingLinesState::Request&, std::optional<unsigned> pending,
                                          bool leaves) {
  load_waits_ += leaves;
  if (const auto& answer = state_.answer()) {
    if (answer->outcome == PendingOutcome::forwarded) {
      ++*serves_[answer->entry];
    } else {
      load_passes_ += before_.pending() == 0;
      load_wanted_other_ += before_.pending() != 0;
    }
  } else if (pending && !leaves) {
    ++load_makes_leave_;
  }
}

}  // namespace heddle
