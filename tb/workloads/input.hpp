#pragma once

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

/// Whole numbers in [0, bound), as floats.
inline std::vector<float> whole_floats(Random& random, std::size_t count, unsigned bound) {
  std::vector<float> all(count);
  for (float& f : all) f = static_cast<float>(random.below(bound));
  return all;
}

}  // namespace heddle
