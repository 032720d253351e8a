// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/base/warp_register.hpp"
#include "tb/cosim/coverage/coverage.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warped_compression/value_class.hpp"

namespace heddle {

/// The forms in which a block keeps a register, and which of them it chooses.
struct RegisterForms {
  std::vector<std::string> names;
  std::function<unsigned(const WarpRegister&)> form_of;
};

/// Which classes of values passed a block: in which form, and beside which neighbours.
class ValueCoverage {
 public:
  /// Demands each class in each form that a good part of its registers comes out as.
  ValueCoverage(Coverage& coverage, const RegisterForms& forms);

  void see(ValueClass value, unsigned form, Neighbours neighbours) {
    const auto k = static_cast<unsigned>(value);
    ++*seen_[k];
    ++*in_form_[k * forms_ + form];
    *after_idle_[k] += !neighbours.before;
    *ahead_of_idle_[k] += !neighbours.behind;
    *between_[k] += neighbours.before && neighbours.behind;
  }
  /// Counts how the register differs from the one that passed before it, and the lane that alone differs from
  /// the others of its register.
  void compare(ValueClass value, const WarpRegister& lanes);

 private:
  using Points = std::array<std::uint64_t*, value_class_count>;
  Points seen_, after_idle_, ahead_of_idle_, between_;
  std::size_t forms_;
  std::vector<std::uint64_t*> in_form_;
  std::vector<std::uint64_t*> odd_lane_;
  std::uint64_t &same_again_, &one_lane_changed_, &half_changed_;
  WarpRegister last_{};
  std::uint64_t undemanded_ = 0;
};

/// The reason of points that some values or the moment of their arrival decide.
inline Arises chance_of_values() {
  return by_chance("a program's values and the moment of their arrival decide");
}

}  // namespace heddle
