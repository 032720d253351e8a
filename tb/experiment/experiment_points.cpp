#include "tb/experiment/experiment_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "hw/gpu/register_file_summary.hpp"
#include "models/base/content_hash.hpp"
#include "tb/run/named.hpp"
#include "tb/run/plugin.hpp"
#include "tb/run/run.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view cost_section = "register_file_costs.";
constexpr const char* samples_name = "samples.csv";  ///< in the point's folder

/// Calls `check`, and gives an Error that names no place in a file the place `place`.
template <class Check>
decltype(auto) at(const std::string& place, Check&& check) {
  try {
    return check();
  } catch (const Error& error) {
    Problem problem = error.problem();
    if (problem.place.empty() || problem.place == "command line") problem.place = place;
    throw Error(std::move(problem));
  }
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error({.what = "cannot be read", .value = file.string()});
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Prints the resolved values without their origins, which do not affect a run.
std::string resolved_text(const ConfigTree& tree) {
  std::string text;
  for (const ConfigTree::Resolved& r : tree.resolved())
    text += fmt::format("{}: {}\n", r.info.path, fmt::join(r.values, ","));
  return text;
}

/// Checks the names of the sizes; the run itself checks their values.
void check_sizes(const Workload& workload, const std::vector<std::string>& assignments) {
  std::vector<std::string> known;
  for (const ParameterInfo& size : workload.sizes) known.push_back(size.path);
  for (const std::string& assignment : assignments) {
    const std::string name = assignment.substr(0, assignment.find('='));
    if (name.size() == assignment.size() || std::find(known.begin(), known.end(), name) == known.end())
      throw Error({.what = fmt::format("no size of the workload {}", workload.name),
                   .value = assignment,
                   .legal = fmt::format("NAME=VALUE with one of {}", fmt::join(known, ", ")),
                   .nearest = nearest_name(name, known)});
  }
}

fs::path this_program() { return fs::read_symlink("/proc/self/exe"); }

nlohmann::ordered_json read_stats(const ExperimentPoint& point) {
  const fs::path file = point.folder / "stats.json";
  try {
    auto stats = nlohmann::ordered_json::parse(content_of(file));
    if (stats.at("result").at("mismatches") != 0 && !stats.contains("quality"))
      throw Error({.place = point.run.label,
                   .what = "the workload's result differs from its reference",
                   .value = file.string()});
    return stats;
  } catch (const nlohmann::json::exception& error) {
    throw Error({.place = file.string(), .what = error.what(), .legal = "--force runs it again"});
  }
}

}  // namespace

std::string program_hash() {
  ContentHash hash;
  hash.add(content_of(this_program()));
  for (const fs::path& plugin : loaded_plugins()) hash.add(content_of(plugin));
  return hash.text();
}

ExperimentPoints::ExperimentPoints(const LoadedExperiment& experiment, const fs::path& store,
                                   const std::string& program)
    : experiment_(experiment) {
  const Experiment& d = experiment_.declared;
  for (std::size_t w = 0; w < experiment_.workloads.size(); ++w) check_workload(w);
  RunValues declared;
  for (std::size_t c = 0; c < d.configurations.size(); ++c) {
    machines_.push_back(at(experiment_.configuration_places[c], [&] { return machine(c); }));
    auto stats = declared_statistics(machines_.back().run);
    restate(stats, machines_.back());
    declared[d.configurations[c].name] = values_of(stats);
  }
  check_expressions(experiment_, declared);
  if (d.x == ChartAxis::time) choose_samples();
  for (const ExperimentWorkload& w : experiment_.workloads)
    for (std::size_t c = 0; c < machines_.size(); ++c)
      points_.push_back(
          point(w, machines_[c], d.configurations[c].few_registers ? w.max_registers : 0, program, store));
}

void ExperimentPoints::check_workload(std::size_t row) const {
  const ExperimentWorkload& w = experiment_.workloads[row];
  at(experiment_.workload_places[row], [&] { check_sizes(named<Workload>(w.workload), w.sizes); });
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
  PlatformOptions all{.gpu = d.gpu, .technology = d.technology, .techniques = c.with, .assignments = c.set};
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
  m.period_fs = costly.gpu.core_period_fs();
  m.configuration = resolved_text(resolve_platform(m.run).tree);
  return m;
}

ExperimentPoint ExperimentPoints::point(const ExperimentWorkload& w, const Machine& m, unsigned max_registers,
                                        const std::string& program, const fs::path& store) const {
  const Workload& workload = named<Workload>(w.workload);
  const std::string& declared = experiment_.declared.ptx;
  const std::string variant = declared.empty() ? default_variant : declared;
  ContentHash hash;
  hash.add(program);
  hash.add(w.workload);
  for (const std::string& size : w.sizes) hash.add(size);
  if (!workload.write_ptx) hash.add(content_of(workload.ptx_file(variant)));
  hash.add(variant);
  hash.add(std::to_string(max_registers));
  hash.add(fmt::format("{}", fmt::join(m.run.techniques, ",")));
  hash.add(m.configuration);
  const ExperimentSamples& samples = experiment_.declared.samples;
  if (!m.sampled.empty())
    hash.add(fmt::format("{} {} {}", samples.every, samples.until, fmt::join(m.sampled, ",")));
  const std::uint64_t lives_until = experiment_.declared.lives.until;
  if (experiment_.declared.x == ChartAxis::lives) hash.add(fmt::format("lives {}", lives_until));
  ExperimentPoint p{.folder = store / hash.text()};
  p.run.label = fmt::format("{} {}", experiment_.name, w.label);
  std::vector<std::string>& words = p.run.words;
  words = {this_program().string(), "run",   w.workload,       "--gpu", m.run.gpu, "--technology",
           m.run.technology,        "--out", p.folder.string()};
  for (const fs::path& plugin : loaded_plugins()) words.insert(words.end(), {"--plugin", plugin.string()});
  if (!m.run.techniques.empty())
    words.insert(words.end(), {"--with", fmt::format("{}", fmt::join(m.run.techniques, ","))});
  for (const std::string& set : m.run.assignments) words.insert(words.end(), {"--set", set});
  for (const std::string& size : w.sizes) words.insert(words.end(), {"--size", size});
  words.insert(words.end(), {"--ptx", variant});
  if (max_registers != 0) words.insert(words.end(), {"--max-registers", std::to_string(max_registers)});
  if (experiment_.declared.x == ChartAxis::lives)
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

ExperimentTable ExperimentPoints::table() const {
  std::vector<RunValues> runs;
  std::size_t next = 0;
  for (std::size_t w = 0; w < experiment_.workloads.size(); ++w) {
    RunValues& row = runs.emplace_back();
    for (std::size_t c = 0; c < machines_.size(); ++c) {
      auto stats = read_stats(points_[next++]);
      restate(stats, machines_[c]);
      row[experiment_.declared.configurations[c].name] = values_of(stats);
    }
  }
  return make_table(experiment_, runs, courses(), lives());
}

}  // namespace heddle
