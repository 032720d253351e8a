// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "models/tandem/barrier_clocks.hpp"

namespace heddle {

/// An mbarrier as the executor has it.
struct TandemMbarrier {
  using Clock = std::vector<BarrierClocks::Time>;
  static constexpr std::size_t remembered = 8;  ///< phases; those before establish no order

  std::uint64_t object = 0;   ///< see models/ptx/program/mbarrier.hpp
  Clock arrived{};            ///< what happened before some arrival so far
  std::deque<Clock> ended{};  ///< the same at the end of each phase; the last few, the newest last
};

}  // namespace heddle
