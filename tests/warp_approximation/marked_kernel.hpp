// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/warp_approximation/approximation_plan.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test {

inline ptx::Pragma pragma(std::uint32_t instruction, const std::string& text) {
  return {instruction, 1000 + instruction, text};
}

/// Returns the problem that `f` throws, or an empty one.
template <class F>
Problem problem_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.problem();
  }
  return {};
}

}  // namespace heddle::test
