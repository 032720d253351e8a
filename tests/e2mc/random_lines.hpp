// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "models/base/random.hpp"

namespace heddle::e2mc_test {

using Line = std::array<unsigned char, 128>;

/// What the lines of an application look like: small integers, floating-point numbers of similar size, text,
/// pointers, zeros, or anything.
inline Line random_line(Random& random) {
  Line line{};
  const unsigned kind = random.below(6);
  const auto base = static_cast<std::uint32_t>(random());
  for (std::size_t w = 0; w < line.size() / 4; ++w) {
    std::uint32_t word = 0;
    switch (kind) {
      case 0:
        word = random.below(1u << random.below(12));
        break;
      case 1: {
        const float value = static_cast<float>(random.below(2000)) / 16.0f - 20.0f;
        std::memcpy(&word, &value, 4);
        break;
      }
      case 2:
        for (unsigned b = 0; b < 4; ++b) word = word << 8 | ("etaoin shrdlu"[random.below(13)] & 0xff);
        break;
      case 3:
        word = base + random.below(64) * 4;
        break;
      case 4:
        word = random.one_in(8) ? static_cast<std::uint32_t>(random()) : 0;
        break;
      default:
        word = static_cast<std::uint32_t>(random());
    }
    std::memcpy(&line[4 * w], &word, 4);
  }
  return line;
}

inline std::vector<Line> random_lines(unsigned count, Random& random) {
  std::vector<Line> lines;
  for (unsigned n = 0; n < count; ++n) lines.push_back(random_line(random));
  return lines;
}

}  // namespace heddle::e2mc_test
