// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// One step of a thread: what it does before its program counter moves.
struct ScalarStep {
  enum class Do : std::uint8_t {
    statement,
    jump,
    jump_unless,  ///< the statement's guard holds
    start_loop,   ///< sets the counter
    test_loop,    ///< jumps when the counter is 0
    next_loop     ///< counts down and jumps
  } what = Do::statement;
  const Statement* statement = nullptr;
  std::size_t target = 0;
};

/// The tree as a list with jumps; the statements must outlive it.
std::vector<ScalarStep> flattened(const std::vector<Statement>& statements);

}  // namespace heddle::fuzz
