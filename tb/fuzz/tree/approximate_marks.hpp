// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// How a statement is marked for approximation (heddle/approx.h). It depends on the statement alone, so that
/// what is left prints the same when others are cut. Machines that approximate nothing pass the marks over.
enum class ApproximateMark : std::uint8_t {
  none,
  one,    ///< its instruction
  region  ///< a branch or loop with all that is in it
};
ApproximateMark approximate_mark(const Statement& s);

}  // namespace heddle::fuzz
