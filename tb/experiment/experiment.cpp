// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/experiment.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "models/base/data_root.hpp"
#include "tb/experiment/reasons.hpp"
#include "tb/run/platform.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Returns where in the file each element of a list of sections has its `key`.
std::vector<std::string> places(const ConfigTree& tree, const std::string& list, const std::string& key,
                                std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(tree.place_of(fmt::format("{}[{}].{}", list, i, key)));
  return all;
}

void check_present(const std::vector<std::string>& values, const std::string& key, const ConfigTree& tree,
                   const std::string& list) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].empty())
      throw Error({.place = tree.place_of(fmt::format("{}[{}]", list, i)),
                   .what = fmt::format("{}[{}] has no {}", list, i, key)});
}

void check_distinct(const std::vector<std::string>& names, const std::vector<std::string>& at) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!seen.insert(names[i]).second)
      throw Error({.place = at[i], .what = "this name is taken", .value = names[i]});
}

void check_configuration_name(const std::string& name, const std::string& place) {
  const bool word = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!word || (name[0] >= '0' && name[0] <= '9'))
    throw Error({.place = place,
                 .what = "expressions could not call a configuration so",
                 .value = name,
                 .legal = "small letters, digits and _, beginning with a letter"});
}

template <class Row, class Member>
std::vector<std::string> column(const std::vector<Row>& rows, Member member) {
  std::vector<std::string> all;
  for (const Row& row : rows) all.push_back(row.*member);
  return all;
}

/// A file that `owner` names, else the bare name of a GPU or a technology.
std::string relative_to(const fs::path& owner, const std::string& name) {
  return is_layer_file(name) ? (owner.parent_path() / name).string() : name;
}

void check_row(const ExperimentWorkload& row, const std::string& place) {
  if (row.workload.empty() == row.program.empty())
    throw Error({.place = place,
                 .what = row.workload.empty() ? "this row has no workload"
                                              : "a row has either a workload or a program",
                 .value = row.workload,
                 .legal = "workload: NAME, or program: FILE"});
  if (!row.program.empty() && row.size != SizeName::standard)
    throw Error({.place = place,
                 .what = "`size` is of workloads; a launch file has sizes of its own",
                 .value = std::string(name_of(row.size)),
                 .legal = "sizes: NAME=VALUE, where the launch file has sizes"});
}

/// Adds the rows of a list; `file` holds it, as `tree`.
void add_rows(LoadedExperiment& e, std::vector<ExperimentWorkload> rows, const ConfigTree& tree,
              const std::string& list, const fs::path& file) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ExperimentWorkload& row = rows[i];
    const std::string key = fmt::format("{}[{}]", list, i);
    const bool is_there = !row.program.empty() || !row.workload.empty();
    const std::string place =
        tree.place_of(!is_there ? key : key + (row.program.empty() ? ".workload" : ".program"));
    check_row(row, place);
    for (std::string& path : row.program) path = (file.parent_path() / path).string();
    if (!row.launch.empty()) row.launch = (file.parent_path() / row.launch).string();
    if (row.label.empty())
      row.label = row.program.empty() ? row.workload : fs::path(row.program.front()).stem().string();
    e.workloads.push_back(std::move(row));
    e.workload_places.push_back(place);
  }
}

void load_rows(LoadedExperiment& e, const ConfigTree& experiment, const fs::path& file) {
  if (!e.declared.workloads.empty()) {
    const fs::path shared = file.parent_path() / e.declared.workloads;
    if (!fs::is_regular_file(shared))
      throw Error({.place = experiment.place_of("workloads"),
                   .what = "no such file of workloads",
                   .value = shared.string()});
    ConfigTree tree;
    tree.add_file(shared.string());
    auto rows = resolve<ExperimentWorkloads>(tree).workloads;
    tree.check_all_used();
    if (rows.empty()) throw Error({.place = shared.string(), .what = "no workloads are listed"});
    add_rows(e, std::move(rows), tree, "workloads", shared);
  }
  add_rows(e, e.declared.programs, experiment, "programs", file);
  std::vector<std::string> labels;
  for (const ExperimentWorkload& row : e.workloads) labels.push_back(row.label);
  check_distinct(labels, e.workload_places);
}

void check_complete(const Experiment& e, const std::string& place) {
  const auto need = [&](bool there, const char* what) {
    if (!there) throw Error({.place = place, .what = fmt::format("an experiment needs {}", what)});
  };
  need(!e.title.empty(), "a title");
  need(!e.workloads.empty() || !e.programs.empty(), "workloads: the name of their file; or programs");
  need(!e.configurations.empty(), "configurations");
  need(!e.series.empty() || e.x == ChartAxis::lives, "series");
  for (const ExperimentComparison& c : e.compare)
    need(c.published.size() <= 1, "one published value a comparison, or none");
}

void check_compared(const Experiment& e, const ConfigTree& tree) {
  for (std::size_t i = 0; i < e.compare.size(); ++i)
    if (e.compare[i].value.empty() == e.compare[i].points.empty())
      throw Error({.place = tree.place_of(fmt::format("compare[{}]", i)),
                   .what = fmt::format("compare[{}] needs either a value, or points for a line", i),
                   .value = e.compare[i].value});
}

void check_axis(const Experiment& e, const ConfigTree& tree) {
  const bool over_time = e.x == ChartAxis::time, lives = e.x == ChartAxis::lives;
  if (!over_time && tree.contains("samples"))
    throw Error({.place = tree.place_of("samples"), .what = "this section needs x: time"});
  if (!lives && tree.contains("lives"))
    throw Error({.place = tree.place_of("lives"), .what = "this section needs x: lives"});
  if (lives && !e.series.empty())
    throw Error(
        {.place = tree.place_of("series"), .what = "with x: lives, registers are drawn and no series"});
  if (lives && e.configurations.size() != 1)
    throw Error({.place = tree.place_of("configurations"),
                 .what = "with x: lives, the registers of one configuration are drawn",
                 .value = std::to_string(e.configurations.size())});
  for (std::size_t i = 0; i < e.series.size(); ++i)
    if (e.series[i].at.empty() == (e.x == ChartAxis::pareto))
      throw Error({.place = tree.place_of(fmt::format("series[{}]", i)),
                   .what = e.series[i].at.empty() ? fmt::format("with x: pareto, series[{}] needs `at`", i)
                                                  : "`at` needs x: pareto",
                   .value = e.series[i].at});
  for (std::size_t i = 0; i < e.series.size() && over_time; ++i)
    if (!e.series[i].bar.empty())
      throw Error({.place = tree.place_of(fmt::format("series[{}].bar", i)),
                   .what = "over time, series are lines, which are in no bar",
                   .value = e.series[i].bar});
}

/// The labels of workloads in all lists.
std::set<std::string> known_labels() {
  std::set<std::string> labels;
  for (const std::string& list : config_names("experiments/workloads")) {
    ConfigTree tree;
    tree.add_file(data_file(fmt::format("configs/experiments/workloads/{}.yaml", list)).string());
    for (const ExperimentWorkload& w : resolve<ExperimentWorkloads>(tree).workloads)
      labels.insert(w.label.empty() ? w.workload : w.label);
  }
  return labels;
}

/// Does the text have one of the labels: in braces, or as a word where it can be no ordinary one?
bool names_one_of(const std::set<std::string>& labels, const std::string& why, const std::string& place) {
  for (const ReasonValue& v : values_in_reason(why, place))
    if (labels.contains(v.label)) return true;
  std::string word;
  for (const char letter : why + ' ')
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '-')
      word += letter;
    else if (const std::string whole = std::exchange(word, {});
             labels.contains(whole) &&
             std::ranges::any_of(whole, [](unsigned char c) { return std::isupper(c) != 0; }))
      return true;
  return false;
}

/// A reason that names workloads which this experiment does not run says nothing of what it measures.
void forget_reasons_of_others(LoadedExperiment& e) {
  std::set<std::string> others = known_labels();
  for (const ExperimentWorkload& w : e.workloads) others.erase(w.label);
  for (std::size_t i = 0; i < e.declared.compare.size(); ++i)
    if (std::string& why = e.declared.compare[i].why; names_one_of(others, why, e.compare_places[i]))
      why.clear();
}

}  // namespace

void ExperimentSamples::validate() const {
  if (until < every)
    throw Error({.what = "`until` must not be before the first sample, `every`",
                 .value = std::to_string(until),
                 .legal = fmt::format("{} or more", every),
                 .key = "until"});
}

std::vector<std::string> take_size(LoadedExperiment& e, SizeName size) {
  const auto& all = Registry<Workload>::instance();
  std::vector<std::string> without;
  for (ExperimentWorkload& w : e.workloads) {
    const bool has_none = !w.program.empty() || (size == SizeName::paper && all.contains(w.workload) &&
                                                 all.find(w.workload).paper.source.empty());
    if (has_none)
      without.push_back(w.label);
    else if (w.size == SizeName::standard)
      w.size = size;
  }
  if (size != SizeName::standard) e.name += fmt::format("_{}", name_of(size));
  return without;
}

void take_runs(LoadedExperiment& e, unsigned runs, unsigned most) {
  const ChartAxis x = e.declared.x;
  const bool has_means = x != ChartAxis::time && x != ChartAxis::lives;
  if (runs == 0 && has_means) runs = 2, most = most == 0 ? 5 : most;
  runs = std::max(runs, 1u);
  most = std::max(runs, most);
  if (runs == 1 && most > 1)
    throw Error({.place = e.name,
                 .what = "one run of each point does not show whether cycles differ",
                 .value = fmt::format("perturb_up_to: {}", most),
                 .legal = "with perturb: 2 or more"});
  if (most > 1 && !has_means)
    throw Error({.place = e.name,
                 .what = fmt::format("with x: {}, each point has one run, which has no mean", name_of(x)),
                 .value = fmt::format("{} runs", most),
                 .legal = "1"});
  e.declared.perturb = runs;
  e.declared.perturb_up_to = most;
}

LoadedExperiment load_experiment(const fs::path& file) {
  LoadedExperiment e{.name = file.stem().string()};
  ConfigTree tree;
  tree.add_file(file.string());
  e.declared = resolve<Experiment>(tree);
  tree.check_all_used();
  for (std::string* layer : {&e.declared.gpu, &e.declared.technology}) *layer = relative_to(file, *layer);
  for (ExperimentConfiguration& c : e.declared.configurations) {
    for (std::string* layer : {&c.gpu, &c.technology}) *layer = relative_to(file, *layer);
    for (std::string& layer : c.config) layer = (file.parent_path() / layer).string();
  }
  const Experiment& d = e.declared;
  check_axis(d, tree);
  check_complete(d, file.string());
  e.configuration_places = places(tree, "configurations", "name", d.configurations.size());
  e.series_places = places(tree, "series", "value", d.series.size());
  e.at_places = places(tree, "series", "at", d.series.size());
  for (std::size_t i = 0; i < d.compare.size(); ++i)
    e.compare_places.push_back(
        tree.place_of(fmt::format("compare[{}].{}", i, d.compare[i].points.empty() ? "value" : "points")));
  for (std::size_t i = 0; i < d.configurations.size(); ++i)
    check_configuration_name(d.configurations[i].name, e.configuration_places[i]);
  check_distinct(column(d.configurations, &ExperimentConfiguration::name), e.configuration_places);
  check_present(column(d.series, &ExperimentSeries::name), "name", tree, "series");
  check_present(column(d.series, &ExperimentSeries::value), "value", tree, "series");
  std::vector<std::string> series;
  for (const ExperimentSeries& s : d.series) series.push_back(s.bar.empty() ? s.name : s.bar + ": " + s.name);
  check_distinct(series, e.series_places);
  check_present(column(d.compare, &ExperimentComparison::name), "name", tree, "compare");
  check_compared(d, tree);
  load_rows(e, tree, file);
  forget_reasons_of_others(e);
  take_runs(e, d.perturb, d.perturb_up_to);
  return e;
}

}  // namespace heddle
