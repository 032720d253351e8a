// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "models/base/random.hpp"

namespace heddle {

/// Uniform in [low, high), with the 24 bits that a float's mantissa holds.
inline float uniform(Random& random, float low, float high) {
  return low + (high - low) * (static_cast<float>(random() >> 40) * 0x1p-24f);
}

inline std::vector<float> uniform_floats(Random& random, std::size_t count, float low, float high) {
  std::vector<float> all(count);
  for (float& f : all) f = uniform(random, low, high);
  return all;
}

/// Integers in [0, bound).
inline std::vector<int> integers_below(Random& random, std::size_t count, unsigned bound) {
  std::vector<int> all(count);
  for (int& i : all) i = static_cast<int>(random.below(bound));
  return all;
}

/// A matrix of n x n elements 10 exp(-rate |i - j|), as Rodinia's generators make them: smooth, and positive
/// definite, so that no pivoting is needed.
inline std::vector<float> toeplitz(std::size_t n, float rate) {
  std::vector<float> of_distance, a(n * n);
  for (std::size_t d = 0; d < n; ++d) of_distance.push_back(10.0f * std::exp(-rate * static_cast<float>(d)));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) a[i * n + j] = of_distance[i > j ? i - j : j - i];
  return a;
}

/// Whole numbers in [0, bound), as floats.
inline std::vector<float> whole_floats(Random& random, std::size_t count, unsigned bound) {
  std::vector<float> all(count);
  for (float& f : all) f = static_cast<float>(random.below(bound));
  return all;
}

}  // namespace heddle
