// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "models/ptx/registers/liveness.hpp"

namespace heddle::ptx {

/// Register pressure: how many registers are live at one point, in words, and how many predicates.
struct Pressure {
  unsigned words = 0, predicates = 0;
  void raise_to(const Pressure& other) {
    words = std::max(words, other.words);
    predicates = std::max(predicates, other.predicates);
  }
};

/// The pressure behind the instruction, where `live` is live. Its results count whether or not they are read.
inline Pressure pressure_behind(const DraftKernel& kernel, const Draft& d, BitSet live) {
  for_each_write(d, [&](RegisterId r) { live.insert(r); });
  Pressure pressure;
  live.for_each([&](std::size_t n) {
    const auto r = static_cast<RegisterId>(n);
    if (is_predicate(kernel, r))
      ++pressure.predicates;
    else
      pressure.words += words_of(kernel, r);
  });
  return pressure;
}

/// The greatest pressure behind an instruction of the block.
inline Pressure pressure_of(const DraftKernel& kernel, const BasicBlock& block, const BitSet& live_out) {
  Pressure most;
  walk_backwards(kernel, block, live_out, [&](std::uint32_t i, const BitSet& live) {
    most.raise_to(pressure_behind(kernel, kernel.code[i], live));
  });
  return most;
}

}  // namespace heddle::ptx
