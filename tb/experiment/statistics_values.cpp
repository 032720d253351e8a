// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/statistics_values.hpp"

#include <cmath>
#include <limits>

#include "tb/experiment/reasons.hpp"
#include "tb/workloads/expression.hpp"

namespace heddle {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

void flatten(const nlohmann::ordered_json& stats, const std::string& path, StatisticValues& all) {
  for (const auto& [name, value] : stats.items()) {
    const std::string at = join_path(path, name);
    if (value.is_object())
      flatten(value, at, all);
    else if (value.is_number())
      all.emplace(at, value.get<double>());
    else if (value.is_null())
      all.emplace(at, no_value);
  }
}

template <class Map>
std::vector<std::string> keys(const Map& map) {
  std::vector<std::string> all;
  for (const auto& [name, value] : map) all.push_back(name);
  return all;
}

std::size_t dot_of(std::string_view name) { return std::min(name.find('.'), name.size()); }

double look_up(std::string_view name, const RunValues& runs, const std::string& place) {
  const std::size_t dot = dot_of(name);
  const auto run = runs.find(name.substr(0, dot));
  if (run == runs.end())
    throw Error({.place = place,
                 .what = "a name in an expression is CONFIGURATION.STATISTIC; there is no such configuration",
                 .value = std::string(name.substr(0, dot)),
                 .legal = fmt::format("{}", fmt::join(keys(runs), ", ")),
                 .nearest = nearest_name(name.substr(0, dot), keys(runs))});
  const std::string_view path = dot == name.size() ? std::string_view() : name.substr(dot + 1);
  auto value = run->second.find(path);
  if (value == run->second.end()) value = run->second.find(fmt::format("summary.{}", path));
  if (value == run->second.end())
    throw Error(
        {.place = place,
         .what = fmt::format("runs of {} have no such statistic", run->first),
         .value = std::string(path),
         .legal = "a path in the stats.json of such a run; over time, of what it counts while it runs",
         .nearest = nearest_name(path, keys(run->second))});
  return value->second;
}

}  // namespace

StatisticValues values_of(const nlohmann::ordered_json& stats) {
  StatisticValues all;
  flatten(stats, "", all);
  return all;
}

double value_of(const std::string& expression, const RunValues& runs, const std::string& place) {
  const ExpressionNames names{
      .find = [&](std::string_view name) -> std::optional<Number> { return look_up(name, runs, place); },
      .statistics = true};
  const Number value = evaluate(expression, names, place, false);
  return std::holds_alternative<double>(value) ? std::get<double>(value)
                                               : static_cast<double>(std::get<std::int64_t>(value));
}

StatisticNames names_in(const std::string& expression, const RunValues& runs, const std::string& place) {
  StatisticNames all;
  const ExpressionNames names{.find = [&](std::string_view name) -> std::optional<Number> {
                                const double value = look_up(name, runs, place);
                                const std::size_t dot = dot_of(name);
                                all[std::string(name.substr(0, dot))].emplace(name.substr(dot + 1));
                                return value;
                              },
                              .statistics = true};
  evaluate(expression, names, place, false);
  return all;
}

void check_expressions(const LoadedExperiment& e, const RunValues& runs) {
  for (std::size_t i = 0; i < e.declared.series.size() && e.declared.x != ChartAxis::time; ++i) {
    const ExperimentSeries& s = e.declared.series[i];
    value_of(s.value, runs, e.series_places[i]);
    if (!s.at.empty()) value_of(s.at, runs, e.at_places[i]);
  }
  for (std::size_t i = 0; i < e.declared.compare.size(); ++i) {
    const ExperimentComparison& c = e.declared.compare[i];
    if (c.points.empty()) value_of(c.value, runs, e.compare_places[i]);
    for (const FitPoint& p : c.points)
      for (const std::string& expression : {p.x, p.y}) value_of(expression, runs, e.compare_places[i]);
    values_of_reason(e, c.why, e.compare_places[i], {.values = std::vector<double>(e.workloads.size())},
                     [&](std::size_t) -> const RunValues& { return runs; });
  }
}

}  // namespace heddle
