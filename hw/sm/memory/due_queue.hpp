// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// Things that become due at some cycle: the earliest first, and of the same cycle, who came first.
template <class T>
class DueQueue {
 public:
  explicit DueQueue(std::size_t expected) { heap_.reserve(expected); }

  bool empty() const { return heap_.empty(); }
  /// When the first is due; never when there is none.
  Cycle next() const { return heap_.empty() ? never : heap_.front().due; }
  T& front() const { return *heap_.front().item; }
  void push(Cycle due, T& item) {
    heap_.push_back({due, ++order_, &item});
    std::push_heap(heap_.begin(), heap_.end());
  }
  void pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }

 private:
  struct Entry {
    Cycle due;
    std::uint64_t order;
    T* item;
    bool operator<(const Entry& o) const { return due != o.due ? due > o.due : order > o.order; }
  };
  std::vector<Entry> heap_;
  std::uint64_t order_ = 0;
};

}  // namespace heddle
