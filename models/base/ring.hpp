// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heddle {

/// First in, first out, in one array that grows only when it is full: no allocation in steady state.
template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return slots_[first_]; }
  const T& front() const { return slots_[first_]; }
  /// The k-th from the front.
  const T& operator[](std::size_t k) const { return slots_[(first_ + k) & (slots_.size() - 1)]; }
  void push(const T& value) {
    if (size_ == slots_.size()) grow();
    slots_[(first_ + size_++) & (slots_.size() - 1)] = value;
  }
  void pop() {
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 8 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = slots_[(first_ + i) & (slots_.size() - 1)];
    slots_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  // a power of two
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace heddle
