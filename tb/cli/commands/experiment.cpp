// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "models/base/build_info.hpp"
#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/point_options.hpp"
#include "tb/experiment/chart.hpp"
#include "tb/experiment/experiment_points.hpp"
#include "tb/experiment/page_age.hpp"
#include "tb/experiment/summary_page.hpp"
#include "tb/run/platform.hpp"
#include "tb/run/result_folder.hpp"

namespace heddle::experiment_command {
namespace {

namespace fs = std::filesystem;

struct ExperimentOptions {
  std::vector<std::string> targets{};
  std::string out = "results/experiments";
  std::string summary{};
  PointRunOptions points{};
  std::string size{};
  bool no_chart = false, check = false, stale = false;
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
  std::vector<std::string> names = config_names("experiments");
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
  if (options.points.perturb) command += fmt::format(" --perturb {}", *options.points.perturb);
  if (options.points.perturb_up_to)
    command += fmt::format(" --perturb-up-to {}", *options.points.perturb_up_to);
  if (!options.size.empty()) command += fmt::format(" --size {}", options.size);
  fs::create_directories(folder);
  const auto pages = summary_pages(
      tables, fmt::format("Made by `{} --summary {}` of commit {}", command, folder, build_info().commit),
      findings_of(tables));
  for (const auto& [name, text] : pages) check_page(fs::path(folder) / name);
  for (const auto& [name, text] : pages) WholeFile(fs::path(folder) / name).write(text);
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
  PointRuns runs(options.points);
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
    take_runs(loaded, options.points);
    const auto [same_name, fresh] = named.emplace(loaded.name, file);
    if (!fresh && same_name->second == file) continue;  // `all` and one of them
    if (!fresh)
      throw Error(
          {.place = file.string(),
           .what = "two experiments would write the same folder of results",
           .value = loaded.name,
           .legal = fmt::format("each name once; it is that of {}, too", same_name->second.string())});
    experiments.emplace_back(loaded, options.points.store);
    folders.emplace_back(fs::path(options.out) / loaded.name, table_files);
  }
  if (options.check) {
    fmt::print("{} experiments can be run\n", experiments.size());
    return 0;
  }
  runs.run(experiments);
  std::vector<ExperimentTable> tables;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    if (experiments[i].needs_all() && runs.lacks(experiments[i])) continue;
    const ExperimentTable& table = tables.emplace_back(experiments[i].table(runs.failed()));
    std::map<std::string, std::string> written{{"table.json", table.json().dump(2) + "\n"},
                                               {"table.csv", table.csv()}};
    if (!table.courses.empty()) written["over_time.csv"] = csv_of(table.experiment, table.courses);
    if (!table.lives.empty()) written["lives.csv"] = csv_of(table.experiment, table.lives);
    if (!options.no_chart) written["chart.svg"] = draw_chart(table.json());
    folders[i].write(written);
    fmt::print("{}: {}\n{}  written: {}\n", table.experiment.name, table.experiment.declared.title,
               comparison_lines(table), fs::proximate(folders[i].path()).string());
  }
  runs.require_all(options.summary.empty() ? "" : ", so no summary is written");
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
      add_point_options(app, options->points);
      app.add_option(
             "--size", options->size,
             "Take these sizes of all workloads for which the experiment names none: small, default or "
             "paper; the results stand beside the others, as NAME_small or NAME_paper")
          ->check(CLI::IsMember({"small", "default", "paper"}));
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
      app.add_option("--summary", options->summary,
                     "Write pages that compare published and measured means to this folder, one for each "
                     "paper; each begins with what configs/experiments/findings says of it")
          ->type_name("FOLDER");
      return [options] { return run(*options); };
    }}};

}  // namespace heddle::experiment_command
