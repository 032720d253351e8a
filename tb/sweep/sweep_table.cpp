// SPDX-License-Identifier: Apache-2.0
#include "tb/sweep/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/base/statistics.hpp"
#include "tb/experiment/cells.hpp"
#include "tb/run/report.hpp"

namespace heddle::sweep {
namespace {

using Json = nlohmann::ordered_json;

/// A number with so many decimals, digits in groups of three.
std::string number_text(double value, int decimals) {
  if (std::isnan(value)) return "-";
  if (std::abs(value) >= 1e15) return fmt::format("{:.4g}", value);
  const std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const std::size_t point = std::min(text.find('.'), text.size());
  return (value < 0 ? "-" : "") + grouped(std::stoull(text.substr(0, point))) + text.substr(point);
}

/// Four significant digits at least, and no decimals of what is whole; the spread has as many.
std::string value_text(const SweepTable::Value& v) {
  const bool whole = v.mean == std::floor(v.mean);
  const int digits =
      v.mean == 0 || std::isnan(v.mean) ? 0 : static_cast<int>(std::floor(std::log10(std::abs(v.mean))));
  const int decimals = whole ? 0 : std::clamp(3 - digits, 0, 12);
  const std::string mean = number_text(v.mean, decimals);
  return std::isnan(v.spread) || v.spread == 0
             ? mean
             : fmt::format("{} ± {}", mean, number_text(v.spread, decimals));
}

std::string change_text(const SweepTable::Value& v) {
  return std::isnan(v.change) ? "-"
                              : fmt::format("{:+.1f} %{}", v.change * 100, v.is_noise() ? " (noise)" : "");
}

/// Pads the cells of each column to one width: the first `left` to the left, the others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> widths(rows.front().size());
  const auto width = [](const std::string& cell) {  // of UTF-8
    return static_cast<std::size_t>(std::ranges::count_if(cell, [](char c) { return (c & 0xc0) != 0x80; }));
  };
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width(row[k]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string blanks(widths[k] - width(row[k]), ' ');
      line += "  " + (k < left ? row[k] + blanks : blanks + row[k]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

double spread_of(const TableColumn& column, std::size_t row) {
  return column.spread.empty() ? std::numeric_limits<double>::quiet_NaN() : column.spread[row];
}

/// The axis whose values stand along the chart's horizontal axis.
std::size_t drawn_along(const std::vector<Axis>& axes) {
  std::size_t best = 0;
  const auto rank = [](const Axis& axis) {
    return std::pair(std::ranges::all_of(axis.values, is_number), axis.values.size());
  };
  for (std::size_t k = 1; k < axes.size(); ++k)
    if (rank(axes[k]) > rank(axes[best])) best = k;
  return best;
}

}  // namespace

std::string SweepTable::text() const {
  std::vector<std::vector<std::string>> rows(1);
  for (const Axis& axis : axes) rows[0].push_back(axis.name);
  for (const std::string& measure : measures) {
    rows[0].push_back(measure);
    rows[0].emplace_back("");
  }
  bool noise = false;
  for (std::size_t p = 0; p < points.size(); ++p) {
    auto& row = rows.emplace_back(points[p].at);
    for (const Value& v : points[p].values) {
      row.push_back(value_text(v));
      row.push_back(p % machines == 0 ? "" : change_text(v));
      noise |= v.is_noise();
    }
  }
  std::string text = aligned(rows, axes.size());
  if (machines == 1) return text;
  text += points.size() > machines ? "  changes: from the first machine with the same sizes"
                                   : "  changes: from the first machine";
  return text + (noise ? "; noise: within the 95 % interval\n" : "\n");
}

std::string SweepTable::csv() const {
  std::string out;
  for (const Axis& axis : axes) out += csv_field(axis.name) + ",";
  for (const std::string& measure : measures)
    for (const char* what : {"", ", spread", ", change", ", spread of the change"})
      out += csv_field(measure + what) + ",";
  out.back() = '\n';
  for (const Point& p : points) {
    for (const std::string& value : p.at) out += csv_field(value) + ",";
    for (const Value& v : p.values)
      for (const double field : {v.mean, v.spread, v.change, v.change_spread}) out += csv_field(field) + ",";
    out.back() = '\n';
  }
  return out;
}

Json SweepTable::json() const {
  Json json{{"title", title}, {"source", "sweep"}, {"x", "sweep"}, {"measures", measures}};
  json["axes"] = Json::array();
  for (const Axis& axis : axes) json["axes"].push_back({{"name", axis.name}, {"values", axis.values}});
  json["along"] = axes.empty() ? Json(nullptr) : Json(drawn_along(axes));
  json["numbers"] = !axes.empty() && std::ranges::all_of(axes[drawn_along(axes)].values, is_number);
  json["points"] = Json::array();
  for (const Point& p : points) {
    const auto all = [&](double Value::*member) {
      std::vector<double> values;
      for (const Value& v : p.values) values.push_back(v.*member);
      return json_cells(values);
    };
    json["points"].push_back({{"at", p.at},
                              {"values", all(&Value::mean)},
                              {"spreads", all(&Value::spread)},
                              {"changes", all(&Value::change)},
                              {"change_spreads", all(&Value::change_spread)}});
  }
  return json;
}

SweepTable make_table(const Sweep& sweep, const ExperimentTable& table) {
  SweepTable made{.title = sweep.experiment.declared.title,
                  .axes = sweep.row_axes,
                  .measures = sweep.measures,
                  .machines = sweep.machines.size()};
  made.axes.insert(made.axes.end(), sweep.machine_axes.begin(), sweep.machine_axes.end());
  for (std::size_t r = 0; r < sweep.rows.size(); ++r)
    for (std::size_t c = 0; c < sweep.machines.size(); ++c) {
      SweepTable::Point& point = made.points.emplace_back(SweepTable::Point{.at = sweep.rows[r]});
      point.at.insert(point.at.end(), sweep.machines[c].begin(), sweep.machines[c].end());
      for (std::size_t m = 0; m < sweep.measures.size(); ++m) {
        const std::size_t at = c * sweep.measures.size() + m;
        const TableColumn &own = table.series[at], &change = table.compare[at].column;
        point.values.push_back({own.values[r], spread_of(own, r), change.values[r], spread_of(change, r)});
      }
    }
  return made;
}

}  // namespace heddle::sweep
