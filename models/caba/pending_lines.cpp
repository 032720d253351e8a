// SPDX-License-Identifier: Apache-2.0
#include "models/caba/pending_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {

bool all_bytes(const PendingBytes& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint32_t word) { return word == ~0u; });
}

PendingLinesState::PendingLinesState(unsigned entries) : entries_(entries) {
  if (entries == 0 || entries > most_pending_lines)
    throw Error({.what = "so many lines cannot be pending",
                 .value = fmt::format("{}", entries),
                 .legal = fmt::format("1 to {}", most_pending_lines),
                 .key = "entries"});
}

void PendingLinesState::step(const Step& s) {
  const auto none = static_cast<unsigned>(entries_.size());
  const unsigned taken = s.room ? shown_.value_or(none) : none;
  if (!shown_ || taken != none) {
    const auto next = std::find_if(by_age_.begin(), by_age_.end(),
                                   [&](unsigned e) { return entries_[e].leaves && e != taken; });
    shown_ = next != by_age_.end() ? std::optional(*next) : std::nullopt;
  }
  if (s.release) release(*s.release);
  if (!kept_) kept_ = s.request;
  answer_.reset();
  if (kept_) answer_ = answer(*kept_);
  if (answer_) kept_.reset();
  if (taken == none) return;
  entries_[taken] = {};
  by_age_.remove(taken);
}

void PendingLinesState::release(const Release& r) {
  for (unsigned e = 0; e < entries_.size(); ++e) {
    Entry& entry = entries_[e];
    if (!entry.there) continue;
    switch (r.reach) {
      case PendingReach::one:
        entry.leaves |= r.entry == e;
        break;
      case PendingReach::incomplete:
        entry.leaves |= !complete(e);
        break;
      case PendingReach::aged:
        entry.leaves |= entry.aged;
        entry.aged = true;
        break;
      case PendingReach::all:
        entry.leaves = true;
    }
  }
}

std::optional<PendingLinesState::Answer> PendingLinesState::answer(const Request& r) {
  constexpr Answer passes{.outcome = PendingOutcome::passes};
  if (r.kind != PendingKind::store && r.kind != PendingKind::load) {
    if (by_age_.empty()) return passes;
    for (const unsigned e : by_age_) entries_[e].leaves = true;
    return std::nullopt;
  }
  std::optional<unsigned> pending;
  for (const unsigned e : by_age_)
    if (entries_[e].line == r.line) pending = e;
  if (pending && entries_[*pending].leaves) return std::nullopt;
  return r.kind == PendingKind::store ? store(r, pending) : load(pending);
}

std::optional<PendingLinesState::Answer> PendingLinesState::load(std::optional<unsigned> pending) {
  if (!pending) return Answer{.outcome = PendingOutcome::passes};
  if (complete(*pending)) return Answer{.outcome = PendingOutcome::forwarded, .entry = *pending};
  entries_[*pending].leaves = true;
  return std::nullopt;
}

std::optional<PendingLinesState::Answer> PendingLinesState::store(const Request& r,
                                                                  std::optional<unsigned> pending) {
  if (!pending) {
    if (by_age_.size() == entries_.size()) {
      if (any_leaves()) return std::nullopt;
      const auto oldest =
          std::find_if(by_age_.begin(), by_age_.end(), [&](unsigned e) { return !complete(e); });
      if (oldest == by_age_.end()) return Answer{.outcome = PendingOutcome::passes};
      entries_[*oldest].leaves = true;
      return std::nullopt;
    }
    const auto free = std::find_if(entries_.begin(), entries_.end(), [](const Entry& e) { return !e.there; });
    *free = {.there = true, .leaves = false, .aged = false, .line = r.line, .bytes = {}};
    pending = static_cast<unsigned>(free - entries_.begin());
    by_age_.push_back(*pending);
  }
  for (unsigned w = 0; w < r.bytes.size(); ++w) entries_[*pending].bytes[w] |= r.bytes[w];
  return Answer{.outcome = PendingOutcome::stored, .entry = *pending, .complete = complete(*pending)};
}

bool PendingLinesState::any_leaves() const {
  return std::any_of(by_age_.begin(), by_age_.end(), [this](unsigned e) { return entries_[e].leaves; });
}

std::optional<PendingLinesState::Leaving> PendingLinesState::leaving() const {
  if (!shown_) return std::nullopt;
  return Leaving{*shown_, entries_[*shown_].line, entries_[*shown_].bytes};
}

std::uint32_t PendingLinesState::pending() const {
  std::uint32_t all = 0;
  for (const unsigned e : by_age_) all |= 1u << e;
  return all;
}

bool PendingLinesState::settling() const { return kept_ || answer_ || any_leaves(); }

void PendingLinesState::reset() {
  std::fill(entries_.begin(), entries_.end(), Entry{});
  by_age_.clear();
  kept_.reset();
  answer_.reset();
  shown_.reset();
}

}  // namespace heddle
