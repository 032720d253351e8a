// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/island.hpp"

#include <bit>
#include <utility>

#include "hw/sim/clock_domain.hpp"

namespace heddle {

std::size_t Island::add(Clocked& module, Cycle now) {
  modules_.push_back({&module, never, now});
  first_module_ = modules_.data();
  more_words_.resize((modules_.size() - 1) / 64);
  return modules_.size() - 1;
}

inline void Island::credit(Module& m, Cycle now) {
  if (!m.module->counts_ || now <= m.credited) return;
  m.module->credit(now - m.credited);
  m.credited = now;
}

void Island::credit_all(Cycle now) {
  for (Module& m : modules_) credit(m, now);
}

inline void Island::tick(Module& m, std::size_t place, Word& word, Cycle now) {
  const std::uint64_t bit = std::uint64_t{1} << place % 64;
  Clocked& module = *m.module;
  credit(m, now);
  ++ticks_;
  if ((word.asleep & bit) != 0) {  // what it wants was said in the tick that it had asked for
    module.due_ = false;
    module.tick(now);
    module.due_ = true;
    return;
  }
  Cycle next = module.tick(now);
  if (std::exchange(module.held_, false)) next = now + 1;
  m.wanted = next;
  if (next == now + 1) {
    word.soon[next & 1] |= bit;
  } else if (next != never) {
    later_.emplace(next, place);
    later_from_ = std::min(later_from_, next);
  }
}

/// The modules of a word, from place `first` on.
inline void Island::tick(Word& word, std::size_t first, Cycle now) {
  std::uint64_t due = std::exchange(word.soon[now & 1], 0);
  if (!skipping_) {
    const std::size_t left = modules_.size() - first;
    const std::uint64_t all = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    word.asleep = ~due & all;
    due = all;
  }
  for (; due != 0; due &= due - 1) {
    const std::size_t place = first + static_cast<std::size_t>(std::countr_zero(due));
    tick(first_module_[place], place, word, now);
  }
}

void Island::tick(Cycle now) {
  if (later_from_ <= now) {
    for (; !later_.empty() && later_.top().first <= now; later_.pop()) {
      const auto [cycle, place] = later_.top();
      if (modules_[place].wanted == cycle)
        word(place).soon[now & 1] |= std::uint64_t{1} << place % 64;  // else it ran earlier
    }
    later_from_ = later_.empty() ? never : later_.top().first;
  }
  tick(first_word_, 0, now);
  for (std::size_t w = 0; w < more_words_.size(); ++w) tick(more_words_[w], 64 * (w + 1), now);
  std::uint64_t soon = first_word_.soon[(now + 1) & 1];
  for (const Word& w : more_words_) soon |= w.soon[(now + 1) & 1];
  next_ = soon != 0 ? now + 1 : later_from_;
}

void Island::run_beside(Cycle now) {
  current_ = this;
  try {
    tick(now);
    for (IslandWire* wire : wires_) {
      if (wire->show_now()) continue;
      listened_.push_back(wire);
      news_ = true;
    }
  } catch (...) {
    failure_ = std::current_exception();
    news_ = true;
  }
  wires_.clear();
  current_ = nullptr;
}

void Island::tell_news() {
  news_ = false;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  for (IslandWire* wire : listened_) wire->show_by_kernel();
  listened_.clear();
  for (sc_core::sc_event* event : notified_) event->notify(sc_core::SC_ZERO_TIME);
  notified_.clear();
  for (Clocked* module : woken_outside_) module->wake();
  woken_outside_.clear();
}

}  // namespace heddle
