// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include "models/base/bounded_cache.hpp"
#include "models/base/build_info.hpp"
#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/experiment/chart.hpp"
#include "tb/experiment/experiment_points.hpp"
#include "tb/experiment/page_age.hpp"
#include "tb/experiment/perturbed_runs.hpp"
#include "tb/experiment/point_store.hpp"
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
  std::optional<std::uint64_t> store_mib{};  ///< none: as the environment says
  std::optional<unsigned> perturb{}, perturb_up_to{};
  std::string size{};
  bool force = false, no_chart = false, check = false, stale = false;
};

const std::vector<std::string> table_files{"table.json", "table.csv", "chart.svg", "over_time.csv",
                                           "lives.csv"};

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

/// Points by their folder: one that several experiments share once.
using Points = std::map<fs::path, const ExperimentPoint*>;

/// What has no result: by the folder of the point, and as messages.
struct Failures {
  std::set<fs::path> points{};
  std::vector<std::string> messages{};
};

/// The points that are run in any case.
Points points_of(const std::vector<ExperimentPoints>& experiments) {
  Points all;
  for (const ExperimentPoints& e : experiments)
    for (const ExperimentPoint* p : e.first()) all.emplace(p->folder, p);
  return all;
}
/// Those of further runs.
Points further_points(const std::vector<ExperimentPoints>& experiments, const Failures& failures) {
  Points all;
  for (const ExperimentPoints& e : experiments)
    for (const ExperimentPoint* p : e.further(failures.points)) all.emplace(p->folder, p);
  return all;
}

/// Runs the points whose results are not stored yet, or damaged, and goes on past those that fail.
void run_points(const Points& points, const ExperimentOptions& options, Failures& failures) {
  std::vector<PooledCommand> missing;
  for (const auto& [folder, point] : points) {
    if (!options.force && point->stored()) continue;
    fs::remove_all(folder);
    missing.push_back(point->run);
  }
  fmt::print("{} points: {} to run, {} stored\n", points.size(), missing.size(),
             points.size() - missing.size());
  std::fflush(stdout);
  fs::create_directories(options.store);
  const std::vector<Problem> problems = run_all_commands(missing, options.jobs);
  for (const auto& [folder, point] : points) {
    const bool wrong = point->wrong();
    if (point->stored() && !wrong) continue;
    failures.points.insert(folder);
    const auto said = std::ranges::find(problems, point->run.label, &Problem::place);
    if (wrong)
      failures.messages.push_back(fmt::format("{}: the workload's result differs from its reference: '{}'",
                                              point->run.label, (folder / "stats.json").string()));
    else if (said != problems.end())
      failures.messages.emplace_back(Error(*said).what());
    else
      failures.messages.push_back(
          fmt::format("{}: the run has left no whole results: '{}'", point->run.label, folder.string()));
  }
}

/// Keeps the store within its bound: of points that this command does not need, the longest unused go.
void bound_store(const Points& points, const std::string& store, std::uint64_t mib) {
  std::set<fs::path> used;
  for (const auto& [folder, point] : points) {
    for (const fs::path& path : {folder, point->timeline()}) {
      mark_used(path);
      used.insert(path);
    }
  }
  bound_cache(entries_of_points(store), mib << 20, used);
}

/// Throws Error when a page of this name is there that was not made so.
void check_page(const fs::path& page) {
  if (fs::exists(page) &&
      read_text_file(page, "page", FileRole::made).find("Made by `heddle experiment") == std::string::npos)
    throw Error({.place = "results",
                 .what = "this is in the way",
                 .value = page.string(),
                 .legal = "a folder without such a page, or with one that --summary has made"});
}

/// What configs/experiments/findings says about the papers of the experiments.
std::map<std::string, std::string> findings_of(const std::vector<ExperimentTable>& tables) {
  std::map<std::string, std::string> all;
  for (const ExperimentTable& t : tables) {
    const fs::path file =
        data_root() / "configs/experiments/findings" / (paper_of(t.experiment.name) + ".md");
    if (fs::exists(file)) all.try_emplace(paper_of(t.experiment.name), read_text_file(file, "findings"));
  }
  return all;
}

void write_pages(const std::string& folder, const std::vector<ExperimentTable>& tables,
                 const ExperimentOptions& options) {
  std::string command = fmt::format("heddle experiment {}", fmt::join(options.targets, " "));
  if (options.perturb) command += fmt::format(" --perturb {}", *options.perturb);
  if (options.perturb_up_to) command += fmt::format(" --perturb-up-to {}", *options.perturb_up_to);
  if (!options.size.empty()) command += fmt::format(" --size {}", options.size);
  fs::create_directories(folder);
  const auto pages = summary_pages(
      tables, fmt::format("Made by `{} --summary {}` of commit {}", command, folder, build_info().commit),
      findings_of(tables));
  for (const auto& [name, text] : pages) check_page(fs::path(folder) / name);
  for (const auto& [name, text] : pages) WholeFile(fs::path(folder) / name).write(text);
}

/// Is one of the experiment's points without a result?
bool lacks(const ExperimentPoints& experiment, const Failures& failures) {
  return std::ranges::any_of(experiment.first(),
                             [&](const ExperimentPoint* p) { return failures.points.contains(p->folder); });
}

/// Prints how old the figures of the pages of these experiments are. Returns 1 where one is stale.
int show_ages(const std::vector<fs::path>& files) {
  std::set<std::string> papers;
  for (const fs::path& file : files) papers.insert(paper_of(file.stem().string()));
  bool stale = false;
  for (const std::string& paper : papers) {
    const fs::path page = data_root() / "configs/experiments" / (paper + ".md");
    if (!fs::exists(page)) {
      fmt::print("{:20} there is no such page\n", page.filename().string());
      continue;
    }
    const PageAge age = age_of(page, data_root());
    stale |= age.since != 0;
    fmt::print("{:20} of commit {}: {}\n", page.filename().string(), age.commit,
               age.since == 0 ? "nothing that decides its figures has changed"
                              : fmt::format("stale, commits since: {}", age.since));
  }
  return stale ? 1 : 0;
}

int run(const ExperimentOptions& options) {
  const auto files = files_of(options.targets);
  if (options.stale) return show_ages(files);
  const std::uint64_t store_mib =
      options.store_mib ? *options.store_mib : bound_from_environment("HEDDLE_POINTS_MIB", 16384);
  if (!options.no_chart && !options.check) check_charts_can_be_drawn();
  std::vector<ExperimentPoints> experiments;
  experiments.reserve(files.size());
  std::vector<ResultFolder> folders;
  std::map<std::string, fs::path> named;
  for (const fs::path& file : files) {
    LoadedExperiment loaded = load_experiment(file);
    if (!options.size.empty()) {
      const auto without = take_size(loaded, chosen_size({options.size}, false).name);
      if (!without.empty()) fmt::print("{}: no size of a paper: {}\n", loaded.name, fmt::join(without, ", "));
    }
    const bool over_time = loaded.declared.x == ChartAxis::time || loaded.declared.x == ChartAxis::lives;
    const Experiment& declared = loaded.declared;
    if (!over_time && (options.perturb || options.perturb_up_to))
      take_runs(loaded, options.perturb.value_or(declared.perturb),
                options.perturb_up_to.value_or(options.perturb.value_or(declared.perturb_up_to)));
    const auto [same_name, fresh] = named.emplace(loaded.name, file);
    if (!fresh && same_name->second == file) continue;  // `all` and one of them
    if (!fresh)
      throw Error(
          {.place = file.string(),
           .what = "two experiments would write the same folder of results",
           .value = loaded.name,
           .legal = fmt::format("each name once; it is that of {}, too", same_name->second.string())});
    experiments.emplace_back(loaded, options.store);
    folders.emplace_back(fs::path(options.out) / loaded.name, table_files);
  }
  if (options.check) {
    fmt::print("{} experiments can be run\n", experiments.size());
    return 0;
  }
  Points points = points_of(experiments);
  Failures failures;
  run_points(points, options, failures);
  if (const Points further = further_points(experiments, failures); !further.empty()) {
    fmt::print("Further runs, where cycles differ: ");
    run_points(further, options, failures);
    points.insert(further.begin(), further.end());
  }
  bound_store(points, options.store, store_mib);
  std::vector<ExperimentTable> tables;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    if (!failures.points.empty() && experiments[i].needs_all() && lacks(experiments[i], failures)) continue;
    const ExperimentTable& table = tables.emplace_back(experiments[i].table(failures.points));
    std::map<std::string, std::string> written{{"table.json", table.json().dump(2) + "\n"},
                                               {"table.csv", table.csv()}};
    if (!table.courses.empty()) written["over_time.csv"] = csv_of(table.experiment, table.courses);
    if (!table.lives.empty()) written["lives.csv"] = csv_of(table.experiment, table.lives);
    if (!options.no_chart) written["chart.svg"] = draw_chart(table.json());
    folders[i].write(written);
    fmt::print("{}: {}\n{}  written: {}\n", table.experiment.name, table.experiment.declared.title,
               comparison_lines(table), fs::proximate(folders[i].path()).string());
  }
  if (!failures.messages.empty()) {
    std::fflush(stdout);
    for (const std::string& message : failures.messages) fmt::print(stderr, "heddle: error: {}\n", message);
    throw Error(
        {.what = fmt::format("{} of {} points have no result{}", failures.points.size(), points.size(),
                             options.summary.empty() ? "" : ", so no summary is written")});
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
      app.add_option(
             "--perturb", options->perturb,
             "Run each point so often, with irrelevant latencies moved by a cycle and CTAs that start up to "
             "three cycles later, and show means with their spread; not over time (default: as the "
             "experiment says, else two runs, and five where cycles differ by over 1 %)")
          ->type_name("RUNS")
          ->check(CLI::Range(1u, most_perturbed_runs));
      app.add_option(
             "--perturb-up-to", options->perturb_up_to,
             "Run the points of a workload so often where its cycles differ by over 1 % between the runs of "
             "--perturb, of which there are two or more (default: as the experiment says; with --perturb, no "
             "further runs)")
          ->type_name("RUNS")
          ->check(CLI::Range(1u, most_perturbed_runs));
      app.add_option(
             "--size", options->size,
             "Take these sizes of all workloads for which the experiment names none: small, default or "
             "paper; the results stand beside the others, as NAME_small or NAME_paper")
          ->check(CLI::IsMember({"small", "default", "paper"}));
      app.add_flag("--force", options->force, "Repeat the runs that are stored already");
      app.add_flag("--stale", options->stale,
                   "Run nothing, and say of each page of these experiments in configs/experiments how many "
                   "commits since its own have changed what decides its figures; exit status 1 where any has "
                   "(needs git and the history)");
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
      app.add_option("--points-mib", options->store_mib,
                     "Let this folder grow to this many MiB, then remove the runs that were used longest ago "
                     "(default: the environment variable HEDDLE_POINTS_MIB, or 16384)")
          ->type_name("MIB")
          ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 40));
      app.add_option("--summary", options->summary,
                     "Write pages that compare published and measured means to this folder, one for each "
                     "paper; each begins with what configs/experiments/findings says of it")
          ->type_name("FOLDER");
      return [options] { return run(*options); };
    }}};

}  // namespace heddle::experiment_command
