// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle {

/// Values in an experiment's JSON: no value is null.
inline nlohmann::ordered_json json_cell(double v) {
  return std::isfinite(v) ? nlohmann::ordered_json(v) : nlohmann::ordered_json(nullptr);
}

inline nlohmann::ordered_json json_cells(const std::vector<double>& values) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const double v : values) all.push_back(json_cell(v));
  return all;
}

}  // namespace heddle
