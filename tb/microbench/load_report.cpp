#include "tb/microbench/load_report.hpp"

#include <fmt/format.h>

namespace heddle {
namespace {

nlohmann::ordered_json series_of(const LoadCurve& curve) {
  nlohmann::ordered_json at = nlohmann::ordered_json::array(), values = at, offered = at;
  for (const LoadPoint& p : curve.points) {
    offered.push_back(p.offered);
    at.push_back(p.accepted);
    values.push_back(p.latency);
  }
  return {{"name", curve.name}, {"offered", offered}, {"at", at}, {"values", values}};
}

}  // namespace

std::string text_of(const LoadReport& report) {
  std::string out = report.title + "\n";
  for (const LoadCurve& curve : report.curves) {
    out += fmt::format("\n  {:<14} {:>10} {:>10} {:>12}\n", curve.name, "offered", "accepted", "latency");
    for (const LoadPoint& p : curve.points)
      out += fmt::format("  {:<14} {:>10.3f} {:>10.3f} {:>12.1f}\n", "", p.offered, p.accepted, p.latency);
    out += fmt::format("  {:<14} {:.3f} {}\n", "saturation", curve.saturation(), report.load_unit);
  }
  out += fmt::format("\n  loads in {}, latencies in {}\n", report.load_unit, report.latency_unit);
  for (const LoadCurve& curve : report.published)
    for (const LoadPoint& p : curve.points)
      out += fmt::format("  published: {}: {} {} at {} {}\n", curve.name, p.accepted, report.load_unit,
                         p.latency, report.latency_unit);
  return out;
}

nlohmann::ordered_json json_of(const LoadReport& report) {
  nlohmann::ordered_json series = nlohmann::ordered_json::array(), published = series;
  for (const LoadCurve& curve : report.curves) series.push_back(series_of(curve));
  for (const LoadCurve& curve : report.published) published.push_back(series_of(curve));
  return {{"source", "heddle microbench"},
          {"title", report.title},
          {"x", "load"},
          {"x_label", "accepted load, " + report.load_unit},
          {"y", "latency, " + report.latency_unit},
          {"series", series},
          {"published", published}};
}

}  // namespace heddle
