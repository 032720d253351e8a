// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/base/value.hpp"

// The units of an edge: which of those that are free the next line is given to (Lal2017, section III-G). The
// paper has several units beside each other, and does not say how one of them is chosen.

namespace heddle::e2mc {

/// Which of the free units is offered.
enum class PoolPolicy : std::uint8_t {
  lowest_free,  ///< the one with the lowest number
  round_robin   ///< the next one behind the unit that was taken last
};
constexpr auto names_of(PoolPolicy) {
  return std::array{Named{PoolPolicy::lowest_free, "lowest_free"},
                    Named{PoolPolicy::round_robin, "round_robin"}};
}

inline constexpr unsigned most_pool_units = 64;

/// Offers one of the units that are free. A unit that has just been taken is not offered in the next cycle,
/// whether it already says that it is busy or not.
class CodecPoolState {
 public:
  /// Throws Error unless there are 1 to 64 units.
  CodecPoolState(unsigned units, PoolPolicy policy);

  /// A cycle: bit u of `free` says that unit u is free, and `taken` that what was offered is taken. Bits of
  /// units that there are not are ignored, as is `taken` when nothing was offered. Returns what is offered.
  std::optional<unsigned> step(std::uint64_t free, bool taken);
  /// Nothing is offered, and unit 0 is the next one in turn.
  void reset();

 private:
  const unsigned units_;
  const PoolPolicy policy_;
  unsigned last_;  ///< the unit that was taken last
  std::optional<unsigned> offered_;
};

}  // namespace heddle::e2mc
