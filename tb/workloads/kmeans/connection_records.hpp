// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "tb/workloads/input.hpp"

namespace heddle::kmeans {

/// What stands in a column of records of network connections: shares of zeros, of ones and of hundredths
/// between them; the rest are whole numbers from 2 to `most`.
struct RecordColumn {
  float zero, one, fraction, most = 511;
};

inline constexpr float most_bytes = 507'534;

/// 34 columns that have together what the first 20,000 records of Rodinia's kdd_cup have: 71.8 % zeros, 7.3 %
/// ones, 4.7 % fractions, and 507,534 at most. The shares of one column are not those of that file.
inline constexpr std::array<RecordColumn, 34> record_columns{{
    {.90f, 0, 0, 60'000},      // duration
    {.03f, 0, 0, most_bytes},  // bytes sent
    {.15f, 0, 0, most_bytes},  // bytes received
    {.99f, .01f, 0},           // rare events, 14 columns
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.99f, .01f, 0},
    {.30f, .70f, 0},  // a flag
    {0, .20f, 0},     // connections of the last seconds
    {0, .15f, 0},
    {.96f, .02f, .02f},  // rates of errors
    {.96f, .02f, .02f},
    {.96f, .02f, .02f},
    {.96f, .02f, .02f},
    {.02f, .93f, .05f},  // rates of the same service, of others
    {.95f, .01f, .04f},
    {.70f, .02f, .28f},
    {0, .02f, 0, 255},  // hosts
    {0, .03f, 0, 255},
    {.10f, .16f, .74f},  // rates of hosts
    {.70f, 0, .30f},
    {.92f, .02f, .06f},
    {.97f, .01f, .02f},
    {.97f, .01f, .02f},
}};

inline float record_value(Random& random, const RecordColumn& column) {
  const float kind = uniform(random, 0.0f, 1.0f), u = uniform(random, 0.0f, 1.0f);
  if (kind < column.zero) return 0.0f;
  if (kind < column.zero + column.one) return 1.0f;
  if (kind < column.zero + column.one + column.fraction) return (1.0f + std::floor(u * 99.0f)) / 100.0f;
  // Numbers of bytes are small in most records, and very large in few.
  const float whole =
      column.most > 1000 ? 45.0f * std::pow(column.most / 45.0f, u * u * u) : 2.0f + u * (column.most - 1.0f);
  return std::min(std::floor(whole), column.most);
}

}  // namespace heddle::kmeans
