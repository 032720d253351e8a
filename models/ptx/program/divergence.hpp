// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/value.hpp"

namespace heddle::ptx {

/// How the lanes of a warp diverge: with one SIMT stack, or each with a program counter of its own
/// (ThreadPaths).
enum class Divergence : std::uint8_t { stack, threads };

constexpr auto names_of(Divergence) {
  return std::array{Named{Divergence::stack, "stack"}, Named{Divergence::threads, "threads"}};
}

}  // namespace heddle::ptx
