// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/experiment_table.hpp"

#include <cmath>
#include <limits>

#include "models/base/statistics.hpp"
#include "tb/experiment/cells.hpp"
#include "tb/experiment/pareto_front.hpp"
#include "tb/experiment/reasons.hpp"
#include "tb/workloads/expression.hpp"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the mean of all values but NaNs, or NaN when there are none.
double mean_of(const std::vector<double>& values, Mean kind) {
  double sum = 0;
  std::size_t count = 0;
  for (const double v : values) {
    if (std::isnan(v)) continue;
    sum += kind == Mean::geometric ? std::log(v) : v;
    ++count;
  }
  const double mean = sum / static_cast<double>(count);
  return kind == Mean::geometric ? std::exp(mean) : mean;
}

/// Returns the height of the published mark: the comparison's expression in `published`, or that value
/// itself.
double mark_of(const ExperimentComparison& c, const std::string& place) {
  const ExpressionNames names{.find = [&](std::string_view name) -> std::optional<Number> {
                                if (name == "published") return c.published.front();
                                return std::nullopt;
                              },
                              .known = {"published"}};
  const Number height = evaluate(c.mark, names, place, false);
  return std::holds_alternative<double>(height) ? std::get<double>(height)
                                                : static_cast<double>(std::get<std::int64_t>(height));
}

class Maker {
 public:
  Maker(const LoadedExperiment& experiment, const std::vector<RunValues>& runs)
      : e_(experiment), runs_(runs) {}

  TableColumn column(const std::string& name, const std::string& bar, const std::string& value,
                     const std::string& place, Mean mean) const {
    TableColumn c{.name = name, .bar = bar.empty() ? name : bar};
    for (const RunValues& run : runs_) c.values.push_back(value_of(value, run, place));
    c.mean = mean_of(c.values, mean);
    return c;
  }

  ComparedColumn compared(const ExperimentComparison& c, const std::string& place) const {
    const Mean mean = c.arithmetic ? Mean::arithmetic : e_.declared.mean;
    ComparedColumn done{
        .declared = c,
        .column = c.points.empty() ? column(c.name, "", c.value, place, mean) : line(c, place)};
    std::map<std::string, std::vector<double>> groups;
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (!e_.workloads[i].group.empty()) groups[e_.workloads[i].group].push_back(done.column.values[i]);
    for (const auto& [group, values] : groups) done.group_means[group] = mean_of(values, mean);
    if (!c.published.empty() && !c.mark.empty()) done.mark = mark_of(c, place);
    done.told = values_of_reason(e_, c.why, place, done.column,
                                 [&](std::size_t row) -> const RunValues& { return runs_[row]; });
    return done;
  }

 private:
  /// Fits a line through the points of each workload; the mean is a line through the points of all workloads.
  TableColumn line(const ExperimentComparison& c, const std::string& place) const {
    TableColumn column{.name = c.name, .bar = c.name};
    PlanePoints all;
    for (const RunValues& run : runs_) {
      PlanePoints own;
      for (const FitPoint& p : c.points) {
        const double x = value_of(p.x, run, place), y = value_of(p.y, run, place);
        if (std::isnan(x) || std::isnan(y) || y > c.highest) continue;
        for (PlanePoints* to : {&own, &all}) {
          to->x.push_back(x);
          to->y.push_back(y);
        }
      }
      column.values.push_back(fitted(own, c.fit));
    }
    column.mean = fitted(all, c.fit);
    return column;
  }

  const LoadedExperiment& e_;
  const std::vector<RunValues>& runs_;
};

}  // namespace

double ComparedColumn::difference() const {
  return declared.published.empty() ? std::numeric_limits<double>::quiet_NaN()
                                    : column.mean / declared.published.front() - 1;
}

bool ComparedColumn::within_spread() const {
  return !declared.published.empty() &&
         std::abs(column.mean - declared.published.front()) <= column.mean_spread;  // false for NaN
}

ExperimentTable make_table(const LoadedExperiment& e, const std::vector<RunValues>& runs,
                           std::vector<Course> courses, std::vector<RegisterLives> lives) {
  const Maker maker(e, runs);
  ExperimentTable table{.experiment = e, .courses = std::move(courses), .lives = std::move(lives)};
  for (std::size_t i = 0; i < e.declared.series.size() && e.declared.x != ChartAxis::time; ++i) {
    const ExperimentSeries& s = e.declared.series[i];
    table.series.push_back(maker.column(s.name, s.bar, s.value, e.series_places[i], e.declared.mean));
    if (!s.at.empty())
      table.series.back().at = maker.column(s.name, s.bar, s.at, e.at_places[i], e.declared.mean).values;
  }
  for (std::size_t i = 0; i < e.declared.compare.size(); ++i)
    table.compare.push_back(maker.compared(e.declared.compare[i], e.compare_places[i]));
  return table;
}

Json ExperimentTable::fronts() const {
  Json all = Json::array();
  for (std::size_t w = 0; w < experiment.workloads.size(); ++w) {
    PlanePoints points;
    for (const TableColumn& c : series) {
      points.x.push_back(c.at[w]);
      points.y.push_back(c.values[w]);
    }
    const PlanePoints front = pareto_front(points);
    all.push_back({{"at", front.x}, {"values", front.y}});
  }
  return all;
}

Json ExperimentTable::json() const {
  const Experiment& d = experiment.declared;
  Json json{{"title", d.title},     {"source", d.source}, {"x", name_of(d.x)},
            {"x_label", d.x_label}, {"y", d.y},           {"mean", name_of(d.mean)}};
  json["workloads"] = Json::array();
  for (const ExperimentWorkload& w : experiment.workloads) json["workloads"].push_back(w.label);
  json["series"] = Json::array();
  for (const TableColumn& c : series) {
    json["series"].push_back(
        {{"name", c.name}, {"bar", c.bar}, {"values", json_cells(c.values)}, {"mean", json_cell(c.mean)}});
    if (!c.spread.empty()) {
      json["series"].back()["spread"] = json_cells(c.spread);
      json["series"].back()["mean_spread"] = json_cell(c.mean_spread);
    }
    if (!c.at.empty()) json["series"].back()["at"] = json_cells(c.at);
  }
  if (d.x == ChartAxis::pareto) json["fronts"] = fronts();
  if (d.x == ChartAxis::time) json["courses"] = json_of(experiment, courses);
  if (d.x == ChartAxis::lives) json["lives"] = json_of(experiment, lives);
  json["compare"] = Json::array();
  for (const ComparedColumn& c : compare) {
    Json groups = Json::object();
    for (const auto& [group, mean] : c.group_means) groups[group] = json_cell(mean);
    json["compare"].push_back(
        {{"name", c.column.name},
         {"unit", name_of(c.declared.unit)},
         {"published", c.declared.published.empty() ? Json(nullptr) : Json(c.declared.published.front())},
         {"measured", json_cell(c.column.mean)},
         {"spread", json_cell(c.column.mean_spread)},
         {"difference", json_cell(c.difference())},
         {"group_means", groups},
         {"values", json_cells(c.column.values)},
         {"spreads", json_cells(c.column.spread)},
         {"mark", c.mark ? Json(*c.mark) : Json(nullptr)},
         {"source", c.declared.source},
         {"why", reason_with(c.declared.why, c.told, c.declared.unit)}});
  }
  return json;
}

std::string ExperimentTable::csv() const {
  std::vector<const TableColumn*> columns;
  for (const TableColumn& c : series) columns.push_back(&c);
  for (const ComparedColumn& c : compare) columns.push_back(&c.column);
  std::string out = "workload";
  for (const TableColumn& c : series) {
    const std::string name = c.bar == c.name ? c.name : c.bar + ": " + c.name;
    out += "," + csv_field(name);
    if (!c.at.empty()) out += "," + csv_field(name + ", " + experiment.declared.x_label);
    if (!c.spread.empty()) out += "," + csv_field(name + ", spread");
  }
  for (const ComparedColumn& c : compare) {
    out += "," + csv_field(c.column.name);
    if (!c.column.spread.empty()) out += "," + csv_field(c.column.name + ", spread");
  }
  for (std::size_t i = 0; i < experiment.workloads.size(); ++i) {
    out += "\n" + csv_field(experiment.workloads[i].label);
    for (const TableColumn* c : columns) {
      out += "," + csv_field(c->values[i]);
      if (!c->at.empty()) out += "," + csv_field(c->at[i]);
      if (!c->spread.empty()) out += "," + csv_field(c->spread[i]);
    }
  }
  out += "\nmean";
  for (const TableColumn* c : columns) {
    out += "," + csv_field(c->mean);
    if (!c->at.empty()) out += ",";
    if (!c->spread.empty()) out += "," + csv_field(c->mean_spread);
  }
  return out + "\n";
}

}  // namespace heddle
