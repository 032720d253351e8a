// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "models/base/random.hpp"
#include "zero_words.hpp"

namespace mine {

/// A line of which none, some or all words are zero; of the others half have a single bit, so that each bit
/// of a comparison counts.
inline heddle::LineBytes drawn_line(heddle::Random& random) {
  heddle::LineBytes line{};
  const std::uint64_t zero_of_32 = random.below(33);
  for (unsigned w = 0; w < line.size() / 4; ++w) {
    if (random.below(32) < zero_of_32) continue;
    const std::uint32_t word =
        random.one_in(2) ? 1u << random.below(32) : 1 + static_cast<std::uint32_t>(random.below(0xffffffff));
    std::memcpy(line.data() + 4 * w, &word, sizeof(word));
  }
  return line;
}

}  // namespace mine
