// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/experiment/experiment_table.hpp"
#include "tb/sweep/sweep.hpp"

namespace heddle::sweep {

/// The values of a sweep: a row a point.
struct SweepTable {
  /// Spreads are half of the 95 % interval; NaN with one run.
  struct Value {
    double mean = 0, spread = 0;
    /// How it differs from that of the first machine with the same sizes of the program: 0.03 is 3 % more.
    double change = 0, change_spread = 0;

    /// Is the change within its spread?
    bool is_noise() const { return change != 0 && std::abs(change) <= change_spread; }
  };
  struct Point {
    std::vector<std::string> at{};  ///< on each axis
    std::vector<Value> values{};    ///< of each measure; NaN where there is none
  };
  std::string title{};
  std::vector<Axis> axes{};
  std::vector<std::string> measures{};
  std::vector<Point> points{};  ///< in the order of the axes' values, the last axis fastest

  std::string text() const;  ///< for people
  std::string csv() const;   ///< no value is an empty field
  /// What the chart is drawn from: along the horizontal axis the longest axis of numbers, or else the
  /// longest.
  nlohmann::ordered_json json() const;

  std::size_t machines = 1;  ///< points of each combination of sizes, which stand together
};

/// `table`: of the sweep's experiment.
SweepTable make_table(const Sweep& sweep, const ExperimentTable& table);

}  // namespace heddle::sweep
