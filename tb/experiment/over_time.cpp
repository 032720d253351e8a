// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/over_time.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include "models/base/statistics.hpp"
#include "tb/experiment/cells.hpp"

namespace heddle {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    all.push_back(line.substr(begin, comma - begin));
    if (comma == std::string::npos) return all;
    begin = comma + 1;
  }
}

template <class T>
bool reads(const std::string& text, T& value) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc{} && end == text.data() + text.size();
}

/// Returns by how much the statistics grow from sample k - 1 to sample k; after the end of the run, nothing.
StatisticValues gained(const RunSamples& run, std::size_t k) {
  StatisticValues all = run.values.front();
  for (auto& [name, value] : all)
    value = k < run.values.size() ? run.values[k].at(name) - run.values[k - 1].at(name) : nothing;
  return all;
}

}  // namespace

RunSamples samples_of(const std::string& csv, const std::string& place) {
  const auto wrong = [&](const std::string& line) {
    return Error({.place = place, .what = "this is no file of samples", .value = line});
  };
  RunSamples samples;
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  const auto names = fields(line);
  if (names.front() != "cycle") throw wrong(line);
  while (std::getline(in, line)) {
    const auto row = fields(line);
    if (row.size() != names.size() || !reads(row[0], samples.cycles.emplace_back())) throw wrong(line);
    StatisticValues& values = samples.values.emplace_back();
    for (std::size_t k = 1; k < row.size(); ++k) {
      double& value = values[names[k]] = nothing;
      if (!row[k].empty() && !reads(row[k], value)) throw wrong(line);
    }
  }
  if (samples.cycles.empty() || samples.cycles.front() != 0) throw wrong(line);
  return samples;
}

StatisticNames sampled_names(const LoadedExperiment& e, const RunValues& runs) {
  StatisticNames all;
  for (std::size_t i = 0; i < e.declared.series.size(); ++i)
    for (const auto& [configuration, names] : names_in(e.declared.series[i].value, runs, e.series_places[i]))
      for (const std::string& name : names) {
        if (std::isnan(runs.at(configuration).at(name)))
          throw Error({.place = e.series_places[i],
                       .what = "over time, a series is of what its statistics gain, which a ratio does not",
                       .value = name,
                       .legal = "counters and energies, also divided by each other"});
        all[configuration].insert(name);
      }
  return all;
}

Course course_of(const LoadedExperiment& e, const std::map<std::string, RunSamples>& runs) {
  Course course{.series = std::vector<std::vector<double>>(e.declared.series.size())};
  for (const auto& [name, run] : runs)
    if (run.cycles.size() > course.cycles.size() + 1)
      course.cycles.assign(run.cycles.begin() + 1, run.cycles.end());
  for (std::size_t k = 1; k <= course.cycles.size(); ++k) {
    RunValues gains;
    for (const auto& [name, run] : runs) gains[name] = gained(run, k);
    for (std::size_t i = 0; i < course.series.size(); ++i)
      course.series[i].push_back(value_of(e.declared.series[i].value, gains, e.series_places[i]));
  }
  return course;
}

nlohmann::ordered_json json_of(const LoadedExperiment& e, const std::vector<Course>& courses) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (std::size_t w = 0; w < courses.size(); ++w) {
    auto& course = all.emplace_back(nlohmann::ordered_json{
        {"workload", e.workloads[w].label}, {"cycles", courses[w].cycles}, {"series", nullptr}});
    course["series"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < e.declared.series.size(); ++i)
      course["series"].push_back(
          {{"name", e.declared.series[i].name}, {"values", json_cells(courses[w].series[i])}});
  }
  return all;
}

std::string csv_of(const LoadedExperiment& e, const std::vector<Course>& courses) {
  std::string out = "workload,cycle";
  for (const ExperimentSeries& s : e.declared.series) out += "," + csv_field(s.name);
  for (std::size_t w = 0; w < courses.size(); ++w)
    for (std::size_t k = 0; k < courses[w].cycles.size(); ++k) {
      out += fmt::format("\n{},{}", csv_field(e.workloads[w].label), courses[w].cycles[k]);
      for (const auto& values : courses[w].series) out += "," + csv_field(values[k]);
    }
  return out + "\n";
}

}  // namespace heddle
