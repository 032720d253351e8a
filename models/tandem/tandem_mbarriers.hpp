#pragma once

#include <deque>
#include <map>

#include "models/tandem/barrier_clocks.hpp"

namespace heddle {

/// The mbarriers of a CTA as the executor has them: what a warp that sees a phase over learns of the warps
/// that have arrived.
class TandemMbarriers {
 public:
  using Times = std::vector<BarrierClocks::Time>;
  struct Mbarrier {
    std::uint64_t object = 0;  ///< see models/ptx/mbarrier.hpp
    Times told{};              ///< by all arrivals so far
    std::deque<Times> over{};  ///< the same at the end of each phase; the last few, the newest last
  };
  static constexpr std::size_t remembered = 8;  ///< phases; of older ones nobody learns anything

  /// The one at this address of shared memory.
  Mbarrier& operator[](std::uint64_t address) { return all_[address]; }

 private:
  std::map<std::uint64_t, Mbarrier> all_;
};

}  // namespace heddle
