#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <thread>

#include "models/base/data_root.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/experiment/chart.hpp"
#include "tb/experiment/experiment_points.hpp"
#include "tb/experiment/summary_page.hpp"
#include "tb/run/result_folder.hpp"

namespace heddle::experiment_command {
namespace {

namespace fs = std::filesystem;

struct ExperimentOptions {
  std::vector<std::string> targets{};
  std::string out = "results/experiments";
  std::string store = "results/points";
  std::string summary{};
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool force = false, no_chart = false, check = false;
};

/// Sorts names by the numbers in them: "lee2015_fig9" comes before "lee2015_fig10".
bool by_number(const std::string& a, const std::string& b) {
  const auto split = [](const std::string& s) {
    const std::size_t digits = s.find_last_not_of("0123456789") + 1;
    return std::pair(s.substr(0, digits), digits == s.size() ? 0ul : std::stoul(s.substr(digits)));
  };
  return split(a) < split(b);
}

std::vector<std::string> known_experiments() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(data_file("configs/experiments")))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end(), by_number);
  return names;
}

/// Returns the files that the command line names: a name stands for its file in configs/experiments, `all`
/// for all of them.
std::vector<fs::path> files_of(const std::vector<std::string>& targets) {
  const auto known = known_experiments();
  const auto file = [](const std::string& name) {
    return data_file("configs/experiments/" + name + ".yaml");
  };
  std::vector<fs::path> files;
  for (const std::string& target : targets) {
    if (target == "all") {
      for (const std::string& name : known) files.push_back(file(name));
    } else if (target.find_first_of("./") != std::string::npos) {
      files.emplace_back(target);
    } else if (std::find(known.begin(), known.end(), target) != known.end()) {
      files.push_back(file(target));
    } else {
      throw Error({.place = "command line",
                   .what = "unknown experiment",
                   .value = target,
                   .legal = fmt::format("all, {}, or a YAML file", fmt::join(known, ", ")),
                   .nearest = nearest_name(target, known)});
    }
  }
  return files;
}

/// Runs the points whose results are not stored yet. A point that several experiments share is run once.
void run_points(const std::vector<ExperimentPoints>& experiments, const ExperimentOptions& options) {
  std::vector<PooledCommand> missing;
  std::set<fs::path> seen;
  for (const ExperimentPoints& e : experiments)
    for (const ExperimentPoint& p : e.all())
      if (seen.insert(p.folder).second && (options.force || !fs::exists(p.folder / "stats.json")))
        missing.push_back(p.run);
  fmt::print("{} points: {} to run, {} stored\n", seen.size(), missing.size(), seen.size() - missing.size());
  std::fflush(stdout);
  fs::create_directories(options.store);
  run_commands(missing, options.jobs);
}

void write_pages(const std::string& folder, const std::vector<ExperimentTable>& tables,
                 const ExperimentOptions& options) {
  const std::string command =
      fmt::format("heddle experiment {} --summary {}", fmt::join(options.targets, " "), folder);
  fs::create_directories(folder);
  for (const auto& [name, text] : summary_pages(tables, command))
    WholeFile(fs::path(folder) / name).write(text);
}

int run(const ExperimentOptions& options) {
  const auto files = files_of(options.targets);
  if (!options.no_chart && !options.check) check_charts_can_be_drawn();
  std::vector<ExperimentPoints> experiments;
  std::vector<ResultFolder> folders;
  const std::string program = program_hash();
  for (const fs::path& file : files) {
    const LoadedExperiment loaded = load_experiment(file);
    experiments.emplace_back(loaded, options.store, program);
    folders.emplace_back(fs::path(options.out) / loaded.name, "table.json");
  }
  if (options.check) {
    fmt::print("{} experiments can be run\n", experiments.size());
    return 0;
  }
  run_points(experiments, options);
  std::vector<ExperimentTable> tables;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const ExperimentTable& table = tables.emplace_back(experiments[i].table());
    std::map<std::string, std::string> written{{"table.json", table.json().dump(2) + "\n"},
                                               {"table.csv", table.csv()}};
    if (!table.courses.empty()) written["over_time.csv"] = csv_of(table.experiment, table.courses);
    if (!table.lives.empty()) written["lives.csv"] = csv_of(table.experiment, table.lives);
    if (!options.no_chart) written["chart.svg"] = draw_chart(table.json());
    folders[i].write(written);
    fmt::print("{}: {}\n{}  written: {}\n", table.experiment.name, table.experiment.declared.title,
               comparison_lines(table), fs::proximate(folders[i].path()).string());
  }
  if (!options.summary.empty()) write_pages(options.summary, tables, options);
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "experiment",
    .help = "Run an experiment, all its workloads on all its machines, and show a paper's figure as "
            "table and chart",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<ExperimentOptions>();
      app.add_option("target", options->targets,
                     "Experiments: names in configs/experiments, `all` of these, or YAML files")
          ->required()
          ->type_name("NAME|FILE|all");
      app.add_option("--jobs", options->jobs, "Run at most this many at a time")
          ->check(CLI::Range(1u, 1024u))
          ->capture_default_str();
      app.add_flag("--force", options->force, "Repeat the runs that are stored already");
      app.add_flag("--check", options->check, "Check the files and run nothing");
      app.add_flag("--no-chart", options->no_chart,
                   "Do not draw charts (drawing needs Python and matplotlib)");
      app.add_option(
             "--out", options->out,
             "Write the results of each experiment to a folder of its own in this folder: table.json, "
             "table.csv, chart.svg; over_time.csv where x is time, lives.csv where x is lives")
          ->type_name("FOLDER")
          ->capture_default_str();
      app.add_option("--points", options->store,
                     "Keep finished runs in this folder, and do not run them again")
          ->type_name("FOLDER")
          ->capture_default_str();
      app.add_option("--summary", options->summary,
                     "Write pages that compare published and measured means to this folder: README.md and a "
                     "page for each paper")
          ->type_name("FOLDER");
      return [options] { return run(*options); };
    }}};

}  // namespace heddle::experiment_command
