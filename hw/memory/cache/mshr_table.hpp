// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/memory/cache/byte_mask.hpp"

namespace heddle {

/// Miss status holding registers: which lines are on their way, and which requests wait for each. An entry
/// merges later requests for the same line. No allocation after construction while `merges` is kept.
template <class Waiter>
class MshrTable {
 public:
  struct Entry {
    std::uint64_t line = 0;
    bool used = false;
    ByteMask wanted;  ///< bytes that were asked for
    std::vector<Waiter> waiting;
  };

  MshrTable(unsigned entries, unsigned merges) : merges_(merges), entries_(entries) {
    for (Entry& e : entries_) e.waiting.reserve(merges);
  }

  /// The entry of a line, or null.
  Entry* find(std::uint64_t line) {
    if (used_ != 0)
      for (Entry& e : entries_)
        if (e.used && e.line == line) return &e;
    return nullptr;
  }
  /// Entries by number, for an owner that remembers the entry of a line.
  std::size_t index(const Entry& e) const { return static_cast<std::size_t>(&e - entries_.data()); }
  Entry& operator[](std::size_t index) { return entries_[index]; }
  /// All entries, used or not.
  const std::vector<Entry>& all() const { return entries_; }
  bool full() const { return used_ == entries_.size(); }
  bool empty() const { return used_ == 0; }
  std::size_t used() const { return used_; }
  /// May another request wait at `e`?
  bool can_merge(const Entry& e) const { return e.waiting.size() < merges_; }
  /// A new entry for a line that has none; the table must not be full.
  Entry& allocate(std::uint64_t line) {
    Entry* e = entries_.data();
    while (e->used) ++e;
    e->line = line;
    e->used = true;
    e->wanted = {};
    e->waiting.clear();
    ++used_;
    return *e;
  }
  void release(Entry& e) {
    e.used = false;
    --used_;
  }

 private:
  const unsigned merges_;
  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace heddle
