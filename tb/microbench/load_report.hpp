#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "tb/microbench/load_curve.hpp"

namespace heddle {

/// What a set of curves shows.
struct LoadReport {
  std::string title{}, load_unit{}, latency_unit{};
  std::vector<LoadCurve> curves{};
  /// Points that others have published, each with its source as name: accepted load and latency.
  std::vector<LoadCurve> published{};
};

/// A table: a row a load, and a line a curve that tells its saturation.
std::string text_of(const LoadReport& report);
/// What draw_chart draws: latency over the load that was accepted.
nlohmann::ordered_json json_of(const LoadReport& report);

}  // namespace heddle
