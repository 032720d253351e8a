// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

/// What a microbenchmark has measured, and what others have published.
struct MicrobenchReport {
  using Row = std::array<double, 3>;
  struct Curve {
    std::string name{};
    std::vector<Row> rows{};
  };
  struct Published {
    std::string source{};
    std::vector<std::pair<double, double>> points{};  ///< in the chart; of a limit of x alone, y is 0
  };

  std::string title{};
  std::array<std::string, 3> columns{}, units{};
  std::size_t x = 1, y = 2;  ///< the columns of the chart
  std::vector<Curve> curves{};
  std::vector<Published> published{};
};

/// A table a curve, with the most of the second column; then what is published.
std::string text_of(const MicrobenchReport& report);
/// What draw_chart draws.
nlohmann::ordered_json json_of(const MicrobenchReport& report);

}  // namespace heddle
