// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/value.hpp"

namespace heddle {

/// Which accesses of the instruction cache ask for the line behind theirs: none, those that miss, or all (one
/// block lookahead; A. J. Smith, "Cache Memories", ACM Computing Surveys 14(3), 1982: "prefetch on misses",
/// "always prefetch").
enum class InstructionPrefetch : std::uint8_t { none, misses, always };

constexpr auto names_of(InstructionPrefetch) {
  return std::array{Named{InstructionPrefetch::none, "none"}, Named{InstructionPrefetch::misses, "misses"},
                    Named{InstructionPrefetch::always, "always"}};
}

}  // namespace heddle
