// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/experiment_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "hw/gpu/register_file_summary.hpp"
#include "models/base/text_file.hpp"
#include "models/base/this_program.hpp"
#include "models/base/written_files.hpp"
#include "tb/experiment/perturbed_runs.hpp"
#include "tb/experiment/row_program.hpp"
#include "tb/run/manifest.hpp"
#include "tb/run/plugin.hpp"
#include "tb/run/result_folder.hpp"
#include "tb/run/run.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view cost_section = "register_file_costs.";
constexpr const char* stats_name = "stats.json";
constexpr const char* samples_name = "samples.csv";  ///< in the point's folder

/// Calls `check`, and gives an Error that names no place in a file the place `place`.
template <class Check>
decltype(auto) placed(const std::string& place, Check&& check) {
  try {
    return check();
  } catch (const Error& error) {
    Problem problem = error.problem();
    if (problem.place.empty() || problem.place == "command line") problem.place = place;
    throw Error(std::move(problem));
  }
}

std::string content_of(const fs::path& file) { return read_text_file(file, "result", FileRole::made); }

nlohmann::ordered_json read_stats(const ExperimentPoint& point) {
  const fs::path file = point.folder / stats_name;
  try {
    return nlohmann::ordered_json::parse(content_of(file));
  } catch (const nlohmann::json::exception& error) {
    throw Error({.place = file.string(), .what = error.what(), .legal = "--force runs it again"});
  }
}

StatisticValues without_values(StatisticValues values) {
  for (auto& [name, value] : values) value = std::numeric_limits<double>::quiet_NaN();
  return values;
}

/// What the machine is with so many CTAs an SM; a configuration that says so itself has the last word.
PlatformOptions with_ctas(PlatformOptions options, unsigned ctas) {
  if (ctas != 0) options.assignments.insert(options.assignments.begin(), fmt::format("sm.ctas={}", ctas));
  return options;
}

}  // namespace

bool ExperimentPoint::stored() const {
  const WrittenFiles results(folder, ResultFolder::manifest);
  if (!results.intact() || !results.names().contains(stats_name) || (drawn && !fs::exists(timeline())))
    return false;
  // The key has all files that are known before the run; one that read others is asked for them.
  const auto& manifest = results.record();
  return manifest.value("key", "") == folder.filename().string() || changed_since(manifest).empty();
}

bool ExperimentPoint::wrong() const {
  if (!stored()) return false;
  const auto stats = read_stats(*this);
  return stats.at("result").at("mismatches") != 0 && !stats.contains("quality");
}

ExperimentPoints::ExperimentPoints(const LoadedExperiment& experiment, const fs::path& store)
    : experiment_(experiment) {
  const Experiment& d = experiment_.declared;
  RunValues of_no_run;
  for (std::size_t c = 0; c < d.configurations.size(); ++c) {
    const ReadScope of_the_machine;
    const std::string& place = experiment_.configuration_places[c];
    Machine made = placed(place, [&] { return machine(c); });
    of_no_run[d.configurations[c].name] = declared(made);
    made.read = read_files();
    for (unsigned k = 0; k < runs(); ++k)
      machines_.push_back(k == 0 ? made : placed(place, [&] { return perturbed(made, k); }));
  }
  check_expressions(experiment_, of_no_run);
  if (d.x == ChartAxis::time) choose_samples();
  const GpuConfig gpu = resolve_platform(machines_.front().run).gpu;
  for (std::size_t w = 0; w < experiment_.workloads.size(); ++w) {
    const Program program = checked_program(w, gpu);
    for (std::size_t c = 0; c < d.configurations.size(); ++c)
      for (unsigned k = 0; k < runs(); ++k) points_.push_back(point(w, program, c, k, store));
  }
}

StatisticValues ExperimentPoints::declared(const Machine& machine) const {
  auto stats = declared_statistics(machine.run);
  restate(stats, machine);
  return values_of(stats);
}

ExperimentPoints::Program ExperimentPoints::checked_program(std::size_t row, const GpuConfig& gpu) const {
  return placed(experiment_.workload_places[row], [&] {
    Program p{.request = program_request(experiment_.workloads[row], experiment_.declared.ptx)};
    p.read = check_program(p.request, gpu);
    return p;
  });
}

void ExperimentPoints::choose_samples() {
  const auto& configurations = experiment_.declared.configurations;
  RunValues running;
  for (std::size_t c = 0; c < machines_.size(); ++c)
    running[configurations[c].name] = values_of(declared_statistics(machines_[c].run, true));
  const StatisticNames names = sampled_names(experiment_, running);
  for (std::size_t c = 0; c < machines_.size(); ++c)
    if (const auto of_it = names.find(configurations[c].name); of_it != names.end())
      machines_[c].sampled = of_it->second;
}

ExperimentPoints::Machine ExperimentPoints::machine(std::size_t configuration) const {
  const Experiment& d = experiment_.declared;
  const ExperimentConfiguration& c = d.configurations[configuration];
  PlatformOptions all{.gpu = c.gpu.empty() ? d.gpu : c.gpu,
                      .technology = c.technology.empty() ? d.technology : c.technology,
                      .files = c.config,
                      .assignments = c.set};
  add_techniques(all, c.with);
  Machine m{.run = all};
  if (d.x != ChartAxis::time)
    std::erase_if(m.run.assignments, [](const std::string& set) { return set.starts_with(cost_section); });
  m.restated = m.run.assignments.size() != all.assignments.size();
  const Platform costly = resolve_platform(all);
  if (d.x == ChartAxis::lives && !held(costly.techniques, Hook::register_mapper))
    throw Error({.what = "with x: lives, registers must be virtual",
                 .value = c.name,
                 .legal = "a technique that maps registers"});
  m.energy = register_file_energy(costly);
  hash_configurations(m);
  m.period_fs = costly.gpu.core_period_fs();
  return m;
}

/// The machine of another run.
ExperimentPoints::Machine ExperimentPoints::perturbed(Machine m, unsigned run) const {
  const std::vector<std::string> sets = perturbation(run, resolve_platform(m.run).gpu);
  m.run.assignments.insert(m.run.assignments.end(), sets.begin(), sets.end());
  hash_configurations(m);
  return m;
}

void ExperimentPoints::hash_configurations(Machine& m) const {
  m.configurations.clear();
  for (const ExperimentWorkload& w : experiment_.workloads)
    if (const auto [hash, fresh] = m.configurations.try_emplace(w.ctas); fresh)
      hash->second = configuration_hash(with_ctas(m.run, w.ctas));
}

ExperimentPoint ExperimentPoints::point(std::size_t row, const Program& program, std::size_t configuration,
                                        unsigned run, const fs::path& store) const {
  const ExperimentWorkload& w = experiment_.workloads[row];
  const Machine& m = machines_[configuration * runs() + run];
  const ExperimentConfiguration& c = experiment_.declared.configurations[configuration];
  const ExperimentSamples& samples = experiment_.declared.samples;
  const std::uint64_t lives_until = experiment_.declared.lives.until;
  const bool lives = experiment_.declared.x == ChartAxis::lives;
  RunRequest request = program.request;
  request.platform = with_ctas(m.run, w.ctas);
  if (c.few_registers) request.workload.build.max_registers = w.max_registers;
  if (!m.sampled.empty())
    request.samples = {{m.sampled.begin(), m.sampled.end()}, samples.every, samples.until};
  if (lives) request.timeline = "lives", request.timeline_window = {0, lives_until};
  std::set<ReadFile> read = m.read;
  read.insert(program.read.begin(), program.read.end());
  ExperimentPoint p{.folder = store / run_key(json_of(request, m.configurations.at(w.ctas)), read),
                    .drawn = lives};
  p.run.label = fmt::format("{} {} {}{}", experiment_.name, w.label, c.name,
                            run == 0 ? "" : fmt::format(" (run {})", run + 1));
  std::vector<std::string>& words = p.run.words;
  words = {this_program().string(), "run"};
  for (std::string& word : program_words(request)) words.push_back(std::move(word));
  words.insert(words.end(),
               {"--gpu", m.run.gpu, "--technology", m.run.technology, "--out", p.folder.string()});
  for (const fs::path& plugin : loaded_plugins()) words.insert(words.end(), {"--plugin", plugin.string()});
  if (!c.with.empty()) words.insert(words.end(), {"--with", fmt::format("{}", fmt::join(c.with, ","))});
  for (const std::string& file : m.run.files) words.insert(words.end(), {"--config", file});
  for (const std::string& set : request.platform.assignments) words.insert(words.end(), {"--set", set});
  if (lives)
    words.insert(words.end(),
                 {"--timeline", p.timeline().string(), "--timeline-window", fmt::format(":{}", lives_until)});
  if (m.sampled.empty()) return p;
  words.insert(words.end(), {"--samples", (p.folder / samples_name).string(), "--sample-every",
                             std::to_string(samples.every), "--sample-until", std::to_string(samples.until)});
  for (const std::string& statistic : m.sampled) words.insert(words.end(), {"--sample", statistic});
  return p;
}

/// Computes the energy of the register files again with the costs of this machine. The energy of the whole
/// GPU was computed with the costs of the run, so it is left out.
void ExperimentPoints::restate(nlohmann::ordered_json& stats, const Machine& m) const {
  if (!m.restated) return;
  restate_energy(stats, m.energy, m.period_fs);
  stats.erase("energy");
}

std::vector<Course> ExperimentPoints::courses() const {
  std::vector<Course> all;
  if (experiment_.declared.x != ChartAxis::time) return all;
  for (std::size_t w = 0; w < experiment_.workloads.size(); ++w) {
    std::map<std::string, RunSamples> runs;
    for (std::size_t c = 0; c < machines_.size(); ++c) {
      if (machines_[c].sampled.empty()) continue;
      const fs::path file = points_[w * machines_.size() + c].folder / samples_name;
      runs[experiment_.declared.configurations[c].name] = samples_of(content_of(file), file.string());
    }
    all.push_back(course_of(experiment_, runs));
  }
  return all;
}

/// Returns the lives of registers; such an experiment has one configuration only.
std::vector<RegisterLives> ExperimentPoints::lives() const {
  std::vector<RegisterLives> all;
  if (experiment_.declared.x != ChartAxis::lives) return all;
  for (const ExperimentPoint& p : points_)
    all.push_back(lives_of(content_of(p.timeline()), p.timeline().string()));
  return all;
}

bool ExperimentPoints::needs_all() const {
  const ChartAxis x = experiment_.declared.x;
  return x == ChartAxis::time || x == ChartAxis::lives;
}

std::vector<const ExperimentPoint*> ExperimentPoints::first() const {
  std::vector<const ExperimentPoint*> all;
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (i % runs() < first_runs()) all.push_back(&points_[i]);
  return all;
}

std::vector<const ExperimentPoint*> ExperimentPoints::further(const std::set<fs::path>& failed) const {
  const std::vector<unsigned> runs = runs_of(failed);
  std::vector<const ExperimentPoint*> all;
  for (std::size_t w = 0; w < runs.size(); ++w)
    for (std::size_t c = 0; c < experiment_.declared.configurations.size(); ++c)
      for (unsigned k = first_runs(); k < runs[w]; ++k) all.push_back(&at(w, c, k));
  return all;
}

std::vector<unsigned> ExperimentPoints::runs_of(const std::set<fs::path>& failed) const {
  std::vector<unsigned> all(experiment_.workloads.size(), first_runs());
  for (std::size_t w = 0; w < all.size() && runs() != first_runs(); ++w)
    if (!steady(w, failed)) all[w] = runs();
  return all;
}

/// Do the cycles of the first runs of each point differ by 1 % at most?
bool ExperimentPoints::steady(std::size_t row, const std::set<fs::path>& failed) const {
  constexpr double same = 1.01;
  for (std::size_t c = 0; c < experiment_.declared.configurations.size(); ++c) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (unsigned k = 0; k < first_runs(); ++k) {
      const ExperimentPoint& point = at(row, c, k);
      if (failed.contains(point.folder)) return true;
      const auto cycles = read_stats(point).at("cycles").get<double>();
      least = std::min(least, cycles);
      most = std::max(most, cycles);
    }
    if (most > same * least) return false;
  }
  return true;
}

/// The statistics of all points of a run: an element a workload. A workload that has fewer runs, by
/// `runs_of`, has those of its first ones in turn.
std::vector<RunValues> ExperimentPoints::values(unsigned run, const std::vector<unsigned>& runs_of,
                                                const std::set<fs::path>& failed) const {
  const auto& configurations = experiment_.declared.configurations;
  std::vector<RunValues> all;
  std::map<std::size_t, StatisticValues> nothing;  // by configuration
  for (std::size_t w = 0; w < experiment_.workloads.size(); ++w) {
    RunValues& row = all.emplace_back();
    for (std::size_t c = 0; c < configurations.size(); ++c) {
      const std::string& name = configurations[c].name;
      const ExperimentPoint& point = at(w, c, run % runs_of[w]);
      if (failed.contains(point.folder)) {
        const auto [values, fresh] = nothing.try_emplace(c);
        if (fresh) values->second = without_values(declared(machines_[c * runs()]));
        row[name] = values->second;
        continue;
      }
      auto stats = read_stats(point);
      restate(stats, machines_[c * runs() + run % runs_of[w]]);
      row[name] = values_of(stats);
    }
  }
  return all;
}

ExperimentTable ExperimentPoints::table(const std::set<fs::path>& failed) const {
  const std::vector<unsigned> runs = runs_of(failed);
  std::vector<ExperimentTable> tables;
  for (unsigned k = 0; k < std::ranges::max(runs); ++k)
    tables.push_back(make_table(experiment_, values(k, runs, failed), courses(), lives()));
  return merged(std::move(tables), runs);
}

}  // namespace heddle
