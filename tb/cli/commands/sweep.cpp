// SPDX-License-Identifier: Apache-2.0
#include "tb/sweep/sweep.hpp"

#include <fmt/format.h>

#include <memory>

#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/cli/point_options.hpp"
#include "tb/experiment/chart.hpp"
#include "tb/run/named.hpp"
#include "tb/run/result_folder.hpp"
#include "tb/sweep/sweep_table.hpp"

namespace heddle::sweep_command {
namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  sweep::SweepRequest request{};
  std::string target{};
  std::vector<std::string> linked{}, sizes{}, settings{}, measures{};
  PointRunOptions points{};
  std::string out{}, experiment{};
  bool no_chart = false;
};

/// Takes what the command line says as lists.
sweep::SweepRequest request_of(const SweepOptions& o) {
  sweep::SweepRequest r = o.request;
  ExperimentWorkload& program = r.program;
  if (o.target.ends_with(".ptx") || o.target.ends_with(".json")) {
    program.program = {o.target};
    program.program.insert(program.program.end(), o.linked.begin(), o.linked.end());
  } else {
    program.workload = o.target;
    if (!o.linked.empty())
      throw Error(
          {.what = "only .ptx files can be linked", .value = o.linked.front(), .legal = "a .ptx file first"});
  }
  program.label = fs::path(o.target).stem().string();
  for (const std::string& size : o.sizes) {
    if (size.find('=') != size.npos)
      r.sizes.push_back(sweep::axis_of(size));
    else
      program.sizes.push_back(size);
  }
  for (const std::string& setting : o.settings) r.settings.push_back(sweep::axis_of(setting));
  for (const std::string& list : o.measures)
    for (std::string& measure : sweep::values_of(list)) r.measures.push_back(std::move(measure));
  if (r.gpus.empty()) r.gpus = {PlatformOptions{}.gpu};
  return r;
}

void write_experiment(const sweep::Sweep& sweep, const SweepOptions& options) {
  const ExperimentWorkload& program = sweep.experiment.workloads.front();
  std::vector<NamedFile> inputs{{"--launch", program.launch}};
  for (const std::string& file : program.program) inputs.push_back({"the program", file});
  for (const std::string& file : options.request.config) inputs.push_back({"--config", file});
  check_outputs({{"--write-experiment", options.experiment}}, inputs);
  WholeFile(options.experiment)
      .write(sweep::experiment_file(sweep, fs::absolute(options.experiment).parent_path()));
  fmt::print("{} points in {}\n", sweep.rows.size() * sweep.machines.size(), options.experiment);
}

int run(const SweepOptions& options) {
  sweep::Sweep sweep = from_command_line([&] { return plan(request_of(options)); });
  take_runs(sweep.experiment, options.points);
  std::vector<ExperimentPoints> points;
  points.emplace_back(sweep.experiment, options.points.store);
  if (!options.experiment.empty()) {
    write_experiment(sweep, options);
    return 0;
  }
  if (!options.no_chart) check_charts_can_be_drawn();
  const ResultFolder folder(
      options.out.empty() ? fs::path("results/sweeps") / sweep.experiment.name : fs::path(options.out),
      {"sweep.csv", "sweep.json", "chart.svg"});
  PointRuns runs(options.points);
  runs.run(points);
  const sweep::SweepTable table = make_table(sweep, points.front().table(runs.failed()));
  std::map<std::string, std::string> written{{"sweep.csv", table.csv()},
                                             {"sweep.json", table.json().dump(2) + "\n"}};
  if (!options.no_chart) written["chart.svg"] = draw_chart(table.json());
  folder.write(written);
  fmt::print("{}  written: {}\n", table.text(), fs::proximate(folder.path()).string());
  runs.require_all();
  return 0;
}

void add_machine_options(CLI::App& app, SweepOptions& o) {
  const std::string group = "The machines";
  app.add_option("--with", o.request.with,
                 "Techniques of the machines, as for heddle run, or `none`; repeated, each is a machine")
      ->type_name("NAME,...")
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--ablate", o.request.ablate,
               "Machines without these techniques, with each alone, with all, and with all but each")
      ->group(group);
  app.add_option("--set", o.settings,
                 "Set a value, or several in turn: latency=1,2,4 or 1..8 or 0..100:25 or 1..64:*2; repeated, "
                 "all combinations")
      ->type_name("SECTION.KEY=VALUES")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option(
         "--gpu", o.request.gpus,
         fmt::format("The GPU: a name in configs/gpus, or a YAML file (default: {}); repeated, each in turn",
                     PlatformOptions{}.gpu))
      ->type_name("NAME|FILE")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option(
         "--technology", o.request.technology,
         "Take energies and areas from this technology: a name in configs/technologies, or a YAML file")
      ->type_name("NAME|FILE")
      ->capture_default_str()
      ->group(group);
  app.add_option("--config", o.request.config, "Read this configuration file, too; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
}

void add_program_options(CLI::App& app, SweepOptions& o) {
  app.add_option("target", o.target, "A workload, a .ptx file, or a recording, as for heddle run")
      ->required()
      ->type_name("WORKLOAD|FILE.ptx|FILE.json");
  app.add_option("linked", o.linked, "Further .ptx files, which are linked with the first")
      ->type_name("FILE.ptx");
  const std::string group = "The program";
  app.add_option("--launch", o.request.program.launch, "The launch file of the .ptx files")
      ->type_name("FILE.yaml")
      ->group(group);
  app.add_option("--size", o.sizes,
                 "The workload's sizes of this name, or a size of the workload or the launch file, in turn "
                 "where it has several values; repeated, all combinations")
      ->type_name("small|default|paper|NAME=VALUES")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--ptx", o.request.ptx, "Choose among the workload's PTX files, as for heddle run")
      ->type_name("VARIANT")
      ->group(group);
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "sweep",
    .help =
        "Run a program on machines that differ in some values, and show what that does as table and chart",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<SweepOptions>();
      add_program_options(app, *options);
      add_machine_options(app, *options);
      app.add_option("--measure", options->measures,
                     "What is shown: statistics of stats.json, or expressions over them (default: "
                     "cycles,ipc,energy.total)")
          ->type_name("STATISTIC,...")
          ->allow_extra_args(false);
      add_point_options(app, options->points);
      app.add_option(
             "--out", options->out,
             "Write sweep.csv, sweep.json and chart.svg to this folder (default: results/sweeps/NAME)")
          ->type_name("FOLDER");
      app.add_option("--write-experiment", options->experiment,
                     "Write the sweep to this file for heddle experiment, and run nothing")
          ->type_name("FILE.yaml");
      app.add_flag("--no-chart", options->no_chart,
                   "Do not draw the chart (drawing needs Python and matplotlib)");
      app.footer(
          "Example:\n  heddle sweep configs/launches/saxpy.ptx --launch configs/launches/saxpy.yaml \\\n"
          "    --set sm.scheduler=gto,lrr --set sms=1..8:*2 --measure ipc,energy.total");
      return [options] {
        if (options->measures.empty()) options->measures = {"cycles,ipc,energy.total"};
        return run(*options);
      };
    }}};

}  // namespace heddle::sweep_command
