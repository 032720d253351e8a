// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "hw/sim/island.hpp"

namespace heddle {

/// A set of up to 512 ports.
class PortSet {
 public:
  static constexpr unsigned most = 512;

  void insert(unsigned port) {
    words_[port / 64] |= bit(port);
    used_ = static_cast<std::uint8_t>(used_ | 1u << port / 64);
  }
  /// Like insert, while other threads may do the same.
  void insert_atomically(unsigned port) {
    std::atomic_ref(words_[port / 64]).fetch_or(bit(port), std::memory_order_relaxed);
    std::atomic_ref(used_).fetch_or(static_cast<std::uint8_t>(1u << port / 64), std::memory_order_relaxed);
  }
  void erase(unsigned port) {
    if ((words_[port / 64] &= ~bit(port)) == 0) used_ = static_cast<std::uint8_t>(used_ & ~(1u << port / 64));
  }
  bool contains(unsigned port) const { return (words_[port / 64] & bit(port)) != 0; }
  bool empty() const { return used_ == 0; }
  unsigned size() const {
    unsigned count = 0;
    for (const std::uint64_t word : words_) count += static_cast<unsigned>(std::popcount(word));
    return count;
  }
  /// The first member from `port` on, going round; the set is not empty.
  unsigned next_from(unsigned port) const {
    unsigned w = port / 64;
    if (const std::uint64_t rest = words_[w] & ~std::uint64_t{0} << port % 64; rest != 0)
      return 64 * w + static_cast<unsigned>(std::countr_zero(rest));
    // Higher words come first, then lower ones, and last the lower bits of the same word.
    const auto behind = std::rotr(used_, static_cast<int>((w + 1) % words));
    w = (w + 1 + static_cast<unsigned>(std::countr_zero(behind))) % words;
    return 64 * w + static_cast<unsigned>(std::countr_zero(words_[w]));
  }
  /// The members that `others` has not.
  PortSet without(const PortSet& others) const {
    PortSet rest;
    for (unsigned used = used_; used != 0; used &= used - 1) {
      const auto w = static_cast<unsigned>(std::countr_zero(used));
      rest.words_[w] = words_[w] & ~others.words_[w];
      if (rest.words_[w] != 0) rest.used_ = static_cast<std::uint8_t>(rest.used_ | 1u << w);
    }
    return rest;
  }
  /// Calls `visit(port)` for each member, ascending, of those that are there at the call.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned used = used_; used != 0; used &= used - 1) {
      const auto w = static_cast<unsigned>(std::countr_zero(used));
      for (std::uint64_t bits = words_[w]; bits != 0; bits &= bits - 1)
        visit(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
    }
  }

 private:
  static std::uint64_t bit(unsigned port) { return std::uint64_t{1} << port % 64; }
  static constexpr unsigned words = most / 64;
  std::array<std::uint64_t, words> words_{};
  std::uint8_t used_ = 0;  ///< words that are not zero, a bit each
};

/// Tells the owner of many ports which of them have received a payload; also from an Island that runs in
/// parallel to others.
struct Doorbell {
  PortSet* set = nullptr;  ///< null: no owner to tell
  unsigned port = 0;       ///< what is inserted
  void ring() const {
    if (set == nullptr) return;
    Island::current() == nullptr ? set->insert(port) : set->insert_atomically(port);
  }
};

}  // namespace heddle
