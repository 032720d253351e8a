// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "models/base/error.hpp"

namespace heddle {

/// At the end of a launch all resources that were taken must have been returned: each module that lends or
/// counts something reports here what is left of it.
class Balance {
 public:
  explicit Balance(std::string place) : place_(std::move(place)) {}
  /// Throws Error unless nothing is left.
  void none(std::string_view what, std::uint64_t left) const {
    if (left != 0)
      throw Error({.place = place_,
                   .what = fmt::format("the launch has ended, and not all is given back: {}", what),
                   .value = fmt::format("{}", left),
                   .legal = "0"});
  }

 private:
  std::string place_;
};

}  // namespace heddle
