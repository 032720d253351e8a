// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace heddle {

/// The orthonormal matrix of the discrete cosine transform of 8 samples: element u * 8 + x is
/// scale(u) * cos((2 x + 1) u pi / 16).
inline std::array<double, 64> dct_matrix() {
  std::array<double, 64> matrix{};
  for (int u = 0; u < 8; ++u)
    for (int x = 0; x < 8; ++x)
      matrix[u * 8 + x] =
          std::sqrt(u == 0 ? 1.0 / 8 : 2.0 / 8) * std::cos((2 * x + 1) * u * std::numbers::pi / 16);
  return matrix;
}

}  // namespace heddle
