// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "tb/workloads/input.hpp"

namespace heddle::hotspot {

/// The power of the units of a chip, in W a cell, row by row. Rodinia's power_512 has 68 values from 0.000017
/// to 0.002823, and 99.4 % of its cells have that of the cell before; so 68 units, three beside each other.
inline std::vector<float> power_of_units(Random& random, std::size_t cols, std::size_t rows) {
  constexpr std::size_t units = 68, across = 3, bands = (units + across - 1) / across;
  constexpr float least = 0.000017f, most = 0.002823f;
  std::vector<float> power(bands * across);
  for (float& p : power) p = least * std::pow(most / least, uniform(random, 0.0f, 1.0f));
  power[0] = least;
  power[1] = most;
  std::vector<std::size_t> end(bands * across);
  for (std::size_t unit = 0; unit < end.size(); ++unit) {
    const float wall = (static_cast<float>(unit % across) + uniform(random, 0.6f, 1.4f)) / across;
    const bool last = unit % across == across - 1 || unit + 2 == end.size();  // the last band has two units
    end[unit] = last ? cols : static_cast<std::size_t>(wall * static_cast<float>(cols));
  }
  std::vector<float> cells;
  cells.reserve(cols * rows);
  for (std::size_t y = 0; y < rows; ++y) {
    std::size_t unit = y * bands / rows * across;
    for (std::size_t x = 0; x < cols; ++x) {
      while (x >= end[unit]) ++unit;
      cells.push_back(power[unit]);
    }
  }
  return cells;
}

/// Temperatures like those of Rodinia's temp_512, in K: 322.98 .. 343.96, 325 on average, of which 70 % lie
/// within 0.01, and 95 % within 0.1, of the cell before. A slope, and five warm places.
inline std::vector<float> smooth_temperatures(Random& random, std::size_t cols, std::size_t rows) {
  struct Warm {
    float x, y, width, height;
  };
  std::array<Warm, 5> warm{{{0.3f, 0.4f, 0.04f, 19.0f},
                            {0.7f, 0.6f, 0.055f, 10.0f},
                            {0.5f, 0.2f, 0.12f, 2.5f},
                            {0.2f, 0.8f, 0.1f, 3.0f},
                            {0.8f, 0.2f, 0.06f, 4.0f}}};
  for (Warm& w : warm) w.x += uniform(random, -0.05f, 0.05f), w.y += uniform(random, -0.05f, 0.05f);
  std::vector<float> cells;
  cells.reserve(cols * rows);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < cols; ++x) {
      const float fx = static_cast<float>(x) / static_cast<float>(cols),
                  fy = static_cast<float>(y) / static_cast<float>(rows);
      float heat = 0.9f * (fx + fy);
      for (const Warm& w : warm) {
        const float dx = (fx - w.x) / w.width, dy = (fy - w.y) / w.width;
        heat += w.height * std::exp(-0.5f * (dx * dx + dy * dy));
      }
      cells.push_back(heat);
    }
  constexpr float coolest = 322.98f, hottest = 343.96f;
  const auto [low, high] = std::minmax_element(cells.begin(), cells.end());
  const float least = *low, range = std::max(*high - *low, 1e-6f);
  for (float& cell : cells) cell = coolest + (cell - least) / range * (hottest - coolest);
  return cells;
}

}  // namespace heddle::hotspot
