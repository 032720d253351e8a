// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "tb/run/combination.hpp"
#include "tb/run/named.hpp"
#include "tb/run/platform.hpp"
#include "tb/sweep/sweep.hpp"

namespace heddle::sweep {
namespace {

constexpr const char* place = "command line";
constexpr const char* none = "none";

/// A machine of the sweep so far, and where it stands on the axes with several values.
struct Machine {
  ExperimentConfiguration configuration{};
  std::vector<std::string> at{};
};

void refuse_too_many(std::size_t points) {
  if (points > most_values)
    throw Error({.place = place,
                 .what = "too many points",
                 .value = std::to_string(points),
                 .legal = fmt::format("{} at most", most_values)});
}

/// All combinations: each of `all` with each of `count` values, which `put` sets.
template <class Row, class Put>
void multiply(std::vector<Row>& all, std::size_t count, Put put) {
  refuse_too_many(all.size() * count);
  std::vector<Row> product;
  for (const Row& row : all)
    for (std::size_t k = 0; k < count; ++k) put(product.emplace_back(row), k);
  all = std::move(product);
}

std::vector<std::string> names_in(const std::string& with) {
  std::vector<std::string> names;
  for (std::size_t at = 0; with != none && at <= with.size();) {
    const std::size_t comma = std::min(with.find(',', at), with.size());
    names.push_back(with.substr(at, comma - at));
    at = comma + 1;
  }
  return names;
}

/// None, each alone, all, and all but each; with the settings of their combination, if they are one.
std::vector<Machine> ablated(const SweepRequest& request) {
  if (request.with.size() != 1)
    throw Error({.place = place,
                 .what = "--ablate leaves out the techniques of one --with in turn",
                 .value = fmt::format("{} of --with", request.with.size()),
                 .legal = "--with NAME,NAME,..., or --with five"});
  PlatformOptions all;
  add_techniques(all, names_in(request.with.front()));
  const TechniqueCombination combination =
      all.combination.empty() ? TechniqueCombination{} : load_combination(all.combination);
  std::vector<Machine> machines;
  const auto add = [&](const std::string& name, const std::vector<std::string>& with) {
    machines.push_back({{.with = with, .set = combination.settings(with)}, {name}});
  };
  add(none, {});
  const std::vector<std::string>& techniques = all.techniques;
  if (techniques.size() > 1)
    for (const std::string& one : techniques) add(one, {one});
  add(techniques.size() > 1 ? "all" : techniques.front(), techniques);
  for (const std::string& one : techniques) {
    if (techniques.size() <= 2) break;  // all but one of two is the other one
    std::vector<std::string> others = techniques;
    std::erase(others, one);
    add("all but " + one, others);
  }
  return machines;
}

std::vector<Machine> with_techniques(const SweepRequest& request) {
  if (request.ablate) return ablated(request);
  std::vector<Machine> machines;
  for (const std::string& with : request.with) {
    machines.push_back({{.with = names_in(with)}, {}});
    if (request.with.size() > 1) machines.back().at.push_back(with);
  }
  if (machines.empty()) machines.emplace_back();
  return machines;
}

/// A word that expressions can call a configuration, of its place on the axes.
std::string word_of(const std::vector<Axis>& axes, const Machine& machine) {
  std::string word;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const std::string& name = axes[k].name;
    const std::string text = name == "with" || name == "gpu"
                                 ? machine.at[k]
                                 : name.substr(name.rfind('.') + 1) + "_" + machine.at[k];
    if (!word.empty()) word += '_';
    for (const char c : text) {
      const auto letter = static_cast<unsigned char>(c);
      word += std::isalnum(letter) != 0 ? static_cast<char>(std::tolower(letter)) : '_';
    }
  }
  if (word.empty()) return "machine";
  return std::isdigit(static_cast<unsigned char>(word.front())) != 0 ? "m" + word : word;
}

void plan_machines(Sweep& sweep, const SweepRequest& request) {
  std::vector<Machine> machines = with_techniques(request);
  if (machines.size() > 1) {
    sweep.machine_axes.push_back({"with", {}});
    for (const Machine& m : machines) sweep.machine_axes.back().values.push_back(m.at.back());
  }
  if (const auto& gpus = request.gpus; gpus.size() > 1) {
    sweep.machine_axes.push_back({"gpu", gpus});
    multiply(machines, gpus.size(), [&](Machine& m, std::size_t k) {
      m.configuration.gpu = gpus[k];
      m.at.push_back(gpus[k]);
    });
  }
  for (const Axis& axis : request.settings) {
    if (axis.values.size() > 1) sweep.machine_axes.push_back(axis);
    multiply(machines, axis.values.size(), [&](Machine& m, std::size_t k) {
      m.configuration.set.push_back(axis.name + "=" + axis.values[k]);
      if (axis.values.size() > 1) m.at.push_back(axis.values[k]);
    });
  }
  std::set<std::string> taken;
  for (Machine& m : machines) {
    m.configuration.config = request.config;
    const std::string word = word_of(sweep.machine_axes, m);
    m.configuration.name = word;
    for (unsigned k = 2; !taken.insert(m.configuration.name).second; ++k)
      m.configuration.name = fmt::format("{}_{}", word, k);
    sweep.experiment.declared.configurations.push_back(std::move(m.configuration));
    sweep.experiment.configuration_places.emplace_back(place);
    sweep.machines.push_back(std::move(m.at));
  }
}

void plan_rows(Sweep& sweep, const SweepRequest& request) {
  struct Row {
    ExperimentWorkload program{};
    std::vector<std::string> at{};
  };
  std::vector<Row> rows{{request.program, {}}};
  for (const Axis& axis : request.sizes) {
    if (axis.values.size() > 1) sweep.row_axes.push_back(axis);
    multiply(rows, axis.values.size(), [&](Row& row, std::size_t k) {
      row.program.sizes.push_back(axis.name + "=" + axis.values[k]);
      if (axis.values.size() > 1) {
        row.at.push_back(axis.values[k]);
        row.program.label += fmt::format(" {}", row.program.sizes.back());
      }
    });
  }
  for (Row& row : rows) {
    sweep.experiment.workloads.push_back(std::move(row.program));
    sweep.experiment.workload_places.emplace_back(place);
    sweep.rows.push_back(std::move(row.at));
  }
}

/// A series for each measure of each machine; how it differs from that of the first machine is compared,
/// since runs that are perturbed alike differ by less than each of them varies.
void plan_values(Sweep& sweep) {
  Experiment& e = sweep.experiment.declared;
  const std::string& first = e.configurations.front().name;
  for (const ExperimentConfiguration& c : e.configurations)
    for (const std::string& measure : sweep.measures) {
      const std::string name = fmt::format("{}, {}", c.name, measure),
                        own = of_configuration(measure, c.name);
      e.series.push_back({.name = name, .value = own});
      sweep.experiment.series_places.emplace_back(place);
      sweep.experiment.at_places.emplace_back(place);
      e.compare.push_back({.name = name + ", change",
                           .value = fmt::format("({}) / ({}) - 1", own, of_configuration(measure, first)),
                           .unit = Unit::percent,
                           .arithmetic = true});
      sweep.experiment.compare_places.emplace_back(place);
    }
}

void check_axes(const SweepRequest& request) {
  std::set<std::string> seen;
  for (const std::vector<Axis>* axes : {&request.sizes, &request.settings})
    for (const Axis& axis : *axes)
      if (!seen.insert(axis.name).second)
        throw Error({.place = place,
                     .what = "this is set twice",
                     .value = axis.name,
                     .legal = fmt::format("once, with all its values: {}=1,2,4", axis.name)});
}

}  // namespace

std::string of_configuration(const std::string& expression, const std::string& configuration) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  std::string text;
  for (std::size_t at = 0; at < expression.size();) {
    if (!in_word(expression[at])) {
      text += expression[at++];
      continue;
    }
    std::size_t end = at;
    while (end < expression.size() && in_word(expression[end])) ++end;
    const std::size_t next = std::min(expression.find_first_not_of(' ', end), expression.size());
    const bool function = next < expression.size() && expression[next] == '(';
    const bool number = std::isalpha(static_cast<unsigned char>(expression[at])) == 0;
    if (!function && !number) text += configuration + ".";
    text += expression.substr(at, end - at);
    at = end;
  }
  return text;
}

Sweep plan(const SweepRequest& request) {
  check_axes(request);
  Sweep sweep{.measures = request.measures};
  Experiment& e = sweep.experiment.declared;
  sweep.experiment.name = request.program.label;
  e.gpu = request.gpus.front();
  e.technology = request.technology;
  e.ptx = request.ptx;
  plan_machines(sweep, request);
  plan_rows(sweep, request);
  refuse_too_many(sweep.rows.size() * sweep.machines.size());
  e.title = request.program.label;
  e.source = "sweep";
  e.y = sweep.measures.front();
  plan_values(sweep);
  take_runs(sweep.experiment, 0, 0);
  return sweep;
}

}  // namespace heddle::sweep
