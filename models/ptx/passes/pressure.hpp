#pragma once

#include <algorithm>

#include "models/ptx/liveness.hpp"

namespace heddle::ptx {

inline bool is_predicate(const DraftKernel& kernel, RegisterId r) {
  return kernel.registers[r].type == Type::pred;
}

/// Registers that are held at once: words, and predicates.
struct Pressure {
  unsigned words = 0, predicates = 0;
  void raise_to(const Pressure& other) {
    words = std::max(words, other.words);
    predicates = std::max(predicates, other.predicates);
  }
};

/// Behind the instruction, where `live` is live: its results are held there, whether somebody reads them or
/// not.
inline Pressure pressure_behind(const DraftKernel& kernel, const Draft& d, BitSet live) {
  for_each_write(d, [&](RegisterId r) { live.insert(r); });
  Pressure held;
  live.for_each([&](std::size_t n) {
    const auto r = static_cast<RegisterId>(n);
    if (is_predicate(kernel, r))
      ++held.predicates;
    else
      held.words += words_of(kernel, r);
  });
  return held;
}

/// The most behind any instruction of the block.
inline Pressure pressure_of(const DraftKernel& kernel, const BasicBlock& block, const BitSet& live_out) {
  Pressure most;
  walk_backwards(kernel, block, live_out, [&](std::uint32_t i, const BitSet& live) {
    most.raise_to(pressure_behind(kernel, kernel.code[i], live));
  });
  return most;
}

}  // namespace heddle::ptx
