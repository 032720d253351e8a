// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/warp_approximation/functional/operands.hpp"
#include "models/warp_approximation/functional/register_state.hpp"

namespace heddle::approximate {

/// How many warp instructions have operands that are similar at which level: Wong2016, Fig. 1 and Fig. 7.
class OperandLevels {
 public:
  void add(unsigned level) { ++at_[level]; }
  /// Warp instructions whose operands are all similar at `d`: identical at 0.
  std::uint64_t similar(unsigned d) const {
    std::uint64_t sum = 0;
    for (unsigned level = 0; level <= d; ++level) sum += at_[level];
    return sum;
  }

 private:
  std::array<std::uint64_t, dissimilar + 1> at_{};
};

/// What warps have done, in warp instructions. Instructions that the guard holds back in all lanes count as
/// such and for nothing else.
struct Counts {
  std::uint64_t instructions = 0;
  std::uint64_t marked = 0;                         ///< that may be approximated: Fig. 5a
  std::uint64_t representative = 0;                 ///< of these, executed by one lane: Fig. 5b
  std::uint64_t scalar = 0;                         ///< of the others, executed by one lane from equal values
  std::uint64_t bypassed = 0;                       ///< of these, without a comparison
  std::uint64_t newly_similar = 0;                  ///< of those that count: see Written
  std::array<std::uint64_t, Move::causes> moves{};  ///< injected, by Move::Cause
  OperandLevels operands{}, marked_operands{};      ///< by the values that were read
};

}  // namespace heddle::approximate
