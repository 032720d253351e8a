#pragma once

#include <string>

#include "models/warp_approximation/approximation_plan.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test {

inline ptx::Pragma pragma(std::uint32_t instruction, const std::string& text) {
  return {instruction, 1000 + instruction, text};
}

/// What is wrong, when `f` throws; else an empty problem.
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
