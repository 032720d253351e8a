// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/reasons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tb/experiment/statistics_values.hpp"

namespace heddle {
namespace {

constexpr const char* of_all = "mean";

std::string stripped(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \n") + 1 - first);
}

double mean_over(const std::string& expression, std::size_t rows, const RunsOfRow& runs,
                 const std::string& place) {
  double sum = 0;
  unsigned count = 0;
  for (std::size_t row = 0; row < rows; ++row)
    if (const double v = value_of(expression, runs(row), place); !std::isnan(v)) sum += v, ++count;
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count;
}

}  // namespace

std::vector<ReasonValue> values_in_reason(const std::string& why, const std::string& place) {
  std::vector<ReasonValue> all;
  for (std::size_t at = why.find('{'); at != std::string::npos; at = why.find('{', at + 1)) {
    const std::size_t end = why.find('}', at);
    if (end == std::string::npos)
      throw Error({.place = place, .what = "`why` has a brace that does not close", .value = why.substr(at)});
    const std::string inside = why.substr(at + 1, end - at - 1);
    const std::size_t colon = inside.find(':');
    all.push_back({.at = at,
                   .length = end + 1 - at,
                   .label = stripped(inside.substr(0, colon)),
                   .expression = colon == std::string::npos ? "" : stripped(inside.substr(colon + 1))});
  }
  return all;
}

std::vector<double> values_of_reason(const LoadedExperiment& e, const std::string& why,
                                     const std::string& place, const TableColumn& column,
                                     const RunsOfRow& runs) {
  std::vector<double> values;
  for (const ReasonValue& v : values_in_reason(why, place)) {
    if (v.label == of_all) {
      values.push_back(v.expression.empty() ? column.mean
                                            : mean_over(v.expression, e.workloads.size(), runs, place));
      continue;
    }
    const auto found = std::ranges::find(e.workloads, v.label, &ExperimentWorkload::label);
    if (found == e.workloads.end()) {
      std::vector<std::string> labels{of_all};
      for (const ExperimentWorkload& w : e.workloads) labels.push_back(w.label);
      throw Error({.place = place,
                   .what = "`why` has a value of a workload that is not run",
                   .value = v.label,
                   .legal = fmt::format("one of {}", fmt::join(labels, ", ")),
                   .nearest = nearest_name(v.label, labels)});
    }
    const auto row = static_cast<std::size_t>(found - e.workloads.begin());
    values.push_back(v.expression.empty() ? column.values[row] : value_of(v.expression, runs(row), place));
  }
  return values;
}

std::string reason_with(const std::string& why, const std::vector<double>& values, Unit unit) {
  std::string text;
  std::size_t from = 0, k = 0;
  for (const ReasonValue& v : values_in_reason(why, "")) {
    text += why.substr(from, v.at - from) + printed(values.at(k++), unit);
    from = v.at + v.length;
  }
  text += why.substr(from);
  return stripped(text);
}

std::string printed(double v, Unit unit) {
  if (!std::isfinite(v)) return "-";
  return unit == Unit::percent ? fmt::format("{:.1f} %", 100 * v) : fmt::format("{:.2f}", v);
}

}  // namespace heddle
