// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "models/base/warp_register.hpp"
#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// The reason of points that a program's branches decide, or its values, or the moment of their arrival.
inline Arises chance_of_program() { return by_chance("a program's branches and values decide"); }

/// Which lanes were active.
class LaneMaskCoverage {
 public:
  explicit LaneMaskCoverage(Coverage& coverage)
      : none_(coverage.point("no lane is active", chance_of_program())),
        all_(coverage.point("all lanes are active")),
        count_(coverage.points("{} lanes are active", 1, warp_size - 1, chance_of_program())),
        alone_(coverage.points("lane {} alone is active", 0, warp_size - 1, chance_of_program())),
        all_but_(coverage.points("all lanes but lane {} are active", 0, warp_size - 1, chance_of_program())),
        lowest_(coverage.points("lane {} is the lowest of several", 0, warp_size - 2, chance_of_program())),
        highest_(
            coverage.points("lane {} is the highest of several", 1, warp_size - 1, chance_of_program())) {}

  void see(LaneMask active) {
    const auto lanes = static_cast<unsigned>(std::popcount(active));
    none_ += lanes == 0;
    all_ += lanes == warp_size;
    if (lanes == 0 || lanes == warp_size) return;
    ++*count_[lanes - 1];
    if (lanes == 1) {
      ++*alone_[std::countr_zero(active)];
      return;
    }
    if (lanes == warp_size - 1) ++*all_but_[std::countr_one(active)];
    ++*lowest_[std::countr_zero(active)];
    ++*highest_[30 - std::countl_zero(active)];
  }

 private:
  std::uint64_t &none_, &all_;
  std::vector<std::uint64_t*> count_, alone_, all_but_, lowest_, highest_;
};

}  // namespace heddle
