// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/power_gate/power_gate_stimulus.hpp"

#include <algorithm>
#include <tuple>

#include "tb/cosim/bench/corner_range.hpp"

namespace heddle {
namespace {

/// A few registers more than there are.
constexpr unsigned named_registers = bank_registers + 64;

bool any(const DomainSet& set) {
  return std::any_of(set.begin(), set.end(), [](std::uint32_t word) { return word != 0; });
}

bool covers(const DomainSet& all, const DomainSet& some) {
  for (std::size_t g = 0; g < some.size(); ++g)
    if ((some[g] & ~all[g]) != 0) return false;
  return true;
}

}  // namespace

void PowerGateStimulus::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle || mood_ == Mood::lawless ? 1 + random_.below(10)
          : mood_ == Mood::alone                        ? 10 + random_.below(300)  // long enough for a sweep
                                                        : 10 + random_.below(100);
  if (random_.one_in(3)) {
    constexpr std::array<unsigned, 4> spans{1, 4, 16, named_registers};
    span_ = spans[random_.below(spans.size())];
    base_ = random_.below(named_registers - span_ + 1);
  }
  if (mood_ != Mood::working && mood_ != Mood::hasty) writers_.fill({});
  held_.restart();
}

EntryWrite PowerGateStimulus::pick() {
  EntryWrite entry;
  entry.reg = static_cast<RegisterId>(base_ + random_.below(span_));
  entry.partial = random_.one_in(3);
  constexpr std::array<unsigned, 4> compressed{1, 3, 5, 8};  // banks of an encoding (Lee2015 section 4)
  entry.banks = entry.partial ? static_cast<BankSet>(random_()) : first_banks(compressed[random_.below(4)]);
  return entry;
}

DomainSet PowerGateStimulus::domains_of(const EntryWrite& entry) const {
  DomainSet set{};
  if (entry.reg < bank_registers) set[entry.reg / clusters / rows_] = bank_mask(entry.reg, entry.banks);
  return set;
}

void PowerGateStimulus::write_those(const DomainPower& power, DomainNeeds& need, EntryWrites& write) {
  if (mood_ == Mood::volley) {
    if (!writers_[0].waiting) {
      const EntryWrite first = pick();
      for (Writer& w : writers_) {
        w = {true, pick()};
        w.entry.reg = first.reg;
      }
    }
  } else {
    for (Writer& w : writers_)
      if (!w.waiting && random_.one_in(8)) w = {true, pick()};
  }
  bool all_awake = true;
  for (const Writer& w : writers_) all_awake &= !w.waiting || covers(power.awake, domains_of(w.entry));
  for (unsigned port = 0; port < write_requesters; ++port) {
    Writer& w = writers_[port];
    if (!w.waiting) continue;
    const DomainSet domains = domains_of(w.entry);
    const bool writes = mood_ == Mood::volley ? all_awake : covers(power.awake, domains);
    if (writes) {
      put(write, port, w.entry);
      w.waiting = false;
    }
    if (writes && mood_ == Mood::hasty) continue;
    for (std::size_t g = 0; g < domains.size(); ++g) need.domains[g] |= domains[g];
  }
}

void PowerGateStimulus::call(DomainNeeds& need) {
  // Held for some cycles, often fewer than waking takes.
  if (any(need.domains) ? !random_.one_in(6) : !random_.one_in(3)) return;
  const unsigned kind = random_.below(4);
  for (std::uint32_t& word : need.domains) {
    const std::uint64_t r = random_();
    word = kind == 0   ? 0
           : kind == 1 ? ~0u
           : kind == 2 ? static_cast<std::uint32_t>(r & r >> 32)
                       : static_cast<std::uint32_t>(1) << (r & 31);
  }
}

void PowerGateStimulus::break_every_rule(DomainNeeds& need, EntryWrites& write) {
  for (std::uint32_t& word : need.domains) {
    const std::uint64_t r = random_();
    word = static_cast<std::uint32_t>(r & r >> 32);
  }
  for (unsigned port = 0; port < write_requesters; ++port) {
    if (random_.one_in(2)) continue;
    EntryWrite entry = pick();
    if (random_.one_in(2)) entry.reg = static_cast<RegisterId>(random_());
    if (random_.one_in(2)) entry.banks = static_cast<BankSet>(random_());
    put(write, port, entry);
  }
}

RegisterRange PowerGateStimulus::pick_cleared() {
  RegisterRange range{};
  switch (random_.below(5)) {
    case 4:
      std::tie(range.first, range.count) = corner_range(random_, bank_registers);
      break;
    case 0:  // all there are
      range.count = static_cast<std::uint16_t>(bank_registers + random_.below(3) - 1);
      break;
    case 1:  // those in use, or some of them
      range.first = static_cast<std::uint16_t>(base_ + random_.below(span_));
      range.count = static_cast<std::uint16_t>(random_.below(span_ + 2));
      break;
    case 2:  // a few, around both ends
      range.first = static_cast<std::uint16_t>(random_.one_in(2) ? bank_registers - random_.below(8)
                                                                 : random_.below(8));
      range.count = static_cast<std::uint16_t>(random_.below(16));
      break;
    default:  // anything, with few bits set: more registers than there are, from one that there is
      range.first = static_cast<std::uint16_t>(random_() & random_() & random_());
      range.count = static_cast<std::uint16_t>(random_() & random_() & random_());
  }
  return range;
}

bool PowerGateStimulus::next(DomainNeeds& need, EntryWrites& write, Beat<RegisterRange>& clear,
                             const DomainPower& power) {
  if (left_ == 0) turn();
  --left_;
  write = {};
  clear.valid =
      mood_ != Mood::idle && mood_ != Mood::alone && random_.one_in(mood_ == Mood::draining ? 4 : 32);
  if (clear.valid) clear.payload = pick_cleared();
  if (mood_ == Mood::calling) {
    call(need);
  } else {
    need = {};
    if (mood_ == Mood::alone)
      left_ += !held_.next(random_, power, need, write, clear);
    else if (mood_ == Mood::lawless)
      break_every_rule(need, write);
    else if (mood_ != Mood::draining && mood_ != Mood::idle)
      write_those(power, need, write);
  }
  return any(need.domains) || write.valid.value != 0 || clear.valid;
}

}  // namespace heddle
