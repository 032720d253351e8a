// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/registers/bit_set.hpp"

namespace heddle::ptx {

/// Which register of one tail stands for which of the other, for all whose values are still read below. A
/// walk goes backwards through both tails at once.
class RegisterPairs {
 public:
  /// Behind the tails both read the registers that are live there.
  explicit RegisterPairs(const BitSet& live) {
    live.for_each([&](std::size_t r) { join(static_cast<RegisterId>(r), static_cast<RegisterId>(r)); });
  }

  /// Goes on above two instructions that do the same; false if what they write is read as different things
  /// below, or what they read is.
  bool step(const DraftKernel& kernel, const Draft& a, const Draft& b) {
    const std::vector<Pair> written = pairs_of(a, b, [](const Draft& d, auto&& f) { for_each_write(d, f); });
    for (const auto& [x, y] : written)
      if (!agree(kernel, x, y)) return false;
    // The lanes that a guard leaves out keep what stands above.
    if (a.guard == no_register)
      for (const auto& [x, y] : written) part(x, y);
    const std::vector<Pair> read = pairs_of(a, b, [](const Draft& d, auto&& f) { for_each_read(d, f); });
    for (const auto& [x, y] : read) {
      if (!agree(kernel, x, y)) return false;
      join(x, y);
    }
    return true;
  }

  /// Does each register stand for itself, so that the code above may lead to either tail?
  bool all_equal() const { return different_ == 0; }

 private:
  using Pair = std::pair<RegisterId, RegisterId>;

  static std::vector<Pair> pairs_of(const Draft& a, const Draft& b, const auto& for_each) {
    std::vector<Pair> pairs;
    for_each(a, [&](RegisterId r) { pairs.emplace_back(r, no_register); });
    std::size_t k = 0;
    for_each(b, [&](RegisterId r) { pairs[k++].second = r; });
    return pairs;
  }

  /// Are x and y a pair, or could they be one?
  bool agree(const DraftKernel& kernel, RegisterId x, RegisterId y) const {
    const auto there = other_.find(x), back = first_.find(y);
    if (there == other_.end() && back == first_.end())
      return kernel.registers[x].type == kernel.registers[y].type;
    return there != other_.end() && there->second == y;
  }
  void join(RegisterId x, RegisterId y) {
    if (!other_.emplace(x, y).second) return;
    first_.emplace(y, x);
    different_ += x != y;
  }
  void part(RegisterId x, RegisterId y) {
    if (other_.erase(x) == 0) return;
    first_.erase(y);
    different_ -= x != y;
  }

  std::map<RegisterId, RegisterId> other_, first_;  ///< of the second tail by the first's, and the reverse
  std::size_t different_ = 0;                       ///< pairs of two registers
};

}  // namespace heddle::ptx
