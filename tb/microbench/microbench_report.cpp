// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/microbench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

std::string text_of(const MicrobenchReport& report) {
  std::string out = report.title + "\n";
  for (const auto& curve : report.curves) {
    out += fmt::format("\n  {:<14}", curve.name);
    for (std::size_t k = 0; k < report.columns.size(); ++k)
      out += fmt::format(" {:>20}", fmt::format("{}, {}", report.columns[k], report.units[k]));
    double most = 0;
    for (const auto& row : curve.rows) {
      out += fmt::format("\n  {:<14} {:>20.3f} {:>20.3f} {:>20.3f}", "", row[0], row[1], row[2]);
      most = std::max(most, row[1]);
    }
    out += fmt::format("\n  {:<14} {:>20} {:>20.3f}\n", "most", "", most);
  }
  if (!report.published.empty()) out += "\n";
  const std::size_t x = report.x, y = report.y;
  for (const auto& published : report.published)
    for (const auto& [at, value] : published.points)
      out += fmt::format(
          "  published: {}: {} {:.4g} {}{}\n", published.source, report.columns[x], at, report.units[x],
          value == 0 ? "" : fmt::format(", {} {:.4g} {}", report.columns[y], value, report.units[y]));
  return out;
}

nlohmann::ordered_json json_of(const MicrobenchReport& report) {
  using Json = nlohmann::ordered_json;
  Json series = Json::array(), published = Json::array();
  for (const auto& curve : report.curves) {
    Json at = Json::array(), values = Json::array();
    for (const auto& row : curve.rows) {
      at.push_back(row[report.x]);
      values.push_back(row[report.y]);
    }
    series.push_back({{"name", curve.name}, {"at", at}, {"values", values}, {"rows", curve.rows}});
  }
  for (const auto& p : report.published) {
    Json at = Json::array(), values = Json::array();
    for (const auto& [x, y] : p.points) {
      at.push_back(x);
      values.push_back(y);
    }
    published.push_back({{"name", p.source}, {"at", at}, {"values", values}});
  }
  const auto label = [&](std::size_t k) { return fmt::format("{}, {}", report.columns[k], report.units[k]); };
  return {{"source", "heddle microbench"}, {"title", report.title}, {"x", "curves"},
          {"x_label", label(report.x)},    {"y", label(report.y)},  {"columns", report.columns},
          {"units", report.units},         {"series", series},      {"published", published}};
}

}  // namespace heddle
