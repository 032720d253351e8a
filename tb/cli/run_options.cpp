// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/run_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>

#include "tb/cli/natural_number.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/cli/rtl_options.hpp"
#include "tb/cli/run_progress.hpp"
#include "tb/cli/sample_options.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/cosim/watch/reached_json.hpp"
#include "tb/run/check_lines.hpp"
#include "tb/run/coverage/coverage_lines.hpp"
#include "tb/run/functional_run.hpp"
#include "tb/run/manifest.hpp"
#include "tb/run/named.hpp"
#include "tb/run/program.hpp"
#include "tb/run/report.hpp"
#include "tb/run/result_folder.hpp"
#include "tb/trace/trace_recorder.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

/// Returns the names of the results that a run may have; what a technique adds has names of its own.
std::vector<std::string> result_names(const RunOptions& options) {
  std::vector<std::string> names{"stats.json", "stats.csv", "kernels.csv", "config.yaml"};
  if (options.compare) names.push_back("baseline_stats.json");
  if (options.request.coverage) names.push_back("coverage.json");
  return names;
}

/// Makes the folder when something that is written on the way is to lie in it.
void make_for(const ResultFolder& folder, const RunOptions& options) {
  bool needed = false;
  for (const std::string& file :
       {options.request.timeline, options.request.record_registers, options.record_trace})
    needed |= !file.empty() && folder.holds(file);
  if (needed) folder.make();
}

/// Returns the contents of the files of the result folder, by file name.
std::map<std::string, std::string> results_of(const RunResult& run,
                                              const std::optional<RunResult>& baseline) {
  std::map<std::string, std::string> files{{"stats.json", run.stats.dump(2) + "\n"},
                                           {"stats.csv", run.csv},
                                           {"kernels.csv", run.kernels},
                                           {"config.yaml", run.config}};
  if (!run.picture.empty()) files["quality.png"] = run.picture;
  if (!run.coverage.is_null()) files["coverage.json"] = run.coverage.dump(2) + "\n";
  if (baseline) files["baseline_stats.json"] = baseline->stats.dump(2) + "\n";
  files.insert(run.files.begin(), run.files.end());
  return files;
}

/// Lets `recorder` watch the machine from the start of the program on.
void record_trace(TraceRecorder& recorder, RunRequest& request) {
  request.on_start = [&recorder, then = request.on_start,
                      config = resolve_platform(request.platform).gpu](SimulatedGpu& gpu) {
    recorder.watch(gpu.gpu(), config);
    return then(gpu);
  };
}

/// No output may replace what the run reads, nor another output.
void check_files(const RunOptions& options) {
  const RunRequest& r = options.request;
  std::vector<NamedFile> inputs{{"the program", is_workload(r) ? "" : r.target},
                                {"--launch", r.launch},
                                {"--gpu", r.platform.gpu},
                                {"--technology", r.platform.technology}};
  for (const std::string& file : r.linked) inputs.push_back({"the program", file});
  for (const std::string& file : r.platform.files) inputs.push_back({"--config", file});
  for (const RtlSelection& block :
       from_command_line([&] { return parse_rtl_selection(r.rtl, r.rtl_options); }))
    for (NamedFile& file : files_named_by(block.rtl)) inputs.push_back(std::move(file));
  check_outputs({{"--timeline", r.timeline},
                 {"--samples", options.samples},
                 {"--record-trace", options.record_trace},
                 {"--record-registers", r.record_registers}},
                inputs);
}

}  // namespace

void add_program(CLI::App& app, RunRequest& request) {
  app.add_option("target", request.target,
                 "A workload (see heddle workloads), a .ptx file, or the recording of a CUDA application "
                 "(tb/recording)")
      ->required()
      ->type_name("WORKLOAD|FILE.ptx|FILE.json");
  app.add_option("linked", request.linked, "Further .ptx files, which are linked with the first")
      ->type_name("FILE.ptx");
  app.add_option(
         "--launch", request.launch,
         "Launch kernels of the .ptx files as this file says: one (configs/launches/saxpy.yaml) or several "
         "(configs/launches/jacobi.yaml)")
      ->type_name("FILE.yaml")
      ->group("The program");
}

void add_size_options(CLI::App& app, WorkloadOptions& options, const std::string& group) {
  app.add_option(
         "--size", options.sizes,
         "Take the workload's sizes of this name (small: for tests; default; paper: the benchmark's own), "
         "or set a size of the workload (see heddle workloads) or of the launch file; may be repeated")
      ->type_name("small|default|paper|NAME=VALUE")
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--small", options.small, "The same as --size small")->group(group);
}

void add_write_options(CLI::App& app, WritePlaces& places, const std::string& group) {
  app.add_option("--write-below", places.below,
                 "Let the launch file's `write` name files below this folder (default: the working folder)")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER")
      ->group(group);
  app.add_flag("--overwrite", places.overwrite,
               "Let the launch file replace files that it has not written itself")
      ->group(group);
  app.add_flag("--no-write", places.nothing, "Do not write the files that the launch file names")
      ->group(group);
}

void add_workload_options(CLI::App& app, RunRequest& request) {
  WorkloadOptions& workload = request.workload;
  const std::string group = "The program";
  add_size_options(app, workload, group);
  app.add_option("--seed", workload.seed, "Draw the input data from this seed")
      ->check(natural_number())
      ->capture_default_str()
      ->group(group);
  app.add_option("--ptx", workload.variant,
                 fmt::format("Choose among the workload's PTX files by the compiler that made them (default: "
                             "{}, or the one made for a technique)",
                             default_variant))
      ->type_name("VARIANT")
      ->group(group);
  add_write_options(app, request.writes, group);
}

void add_run_options(CLI::App& app, RunOptions& options) {
  app.add_option(
         "--max-registers", options.request.workload.build.max_registers,
         "Allocate at most this many 32-bit registers to a thread, and no more than sm.registers_per_thread")
      ->capture_default_str()
      ->group("The program");
  add_platform_options(app, options.request.platform);
  add_technique_options(app, options.request.platform);
  auto* rtl =
      app.add_option("--rtl", options.request.rtl,
                     "Simulate these blocks of the GPU as RTL: Heddle's own, or a file or list of yours")
          ->type_name("BLOCK[=FILE.sv|.v|.vhd|.f],...")
          ->group("The machine");
  add_rtl_reading_options(app, options.request.rtl_options, *rtl);
  app.add_flag("--compare", options.compare, "Run without the techniques too, and compare the figures")
      ->group("Output");
  auto* out = app.add_option("--out", options.folder,
                             "Write stats.json, stats.csv, kernels.csv and config.yaml to this folder "
                             "(default: results/NAME); earlier "
                             "results in it are replaced, and nothing else")
                  ->type_name("FOLDER")
                  ->group("Output");
  app.add_option(
         "--threads", options.request.threads,
         "Simulate SMs in so many threads. Results do not depend on it. The report says why where one thread "
         "must simulate all SMs")
      ->check(CLI::Range(1u, 256u))
      ->capture_default_str()
      ->type_name("N")
      ->group("The machine");
  app.add_flag("--check", options.request.check,
               "Execute each instruction a second time, in program order, and compare everything "
               "that the machine did with it; the first difference is an error")
      ->group("Output");
  app.add_option(
         "--record-registers", options.request.record_registers,
         "Record all values that are written to the first SM's register file in this file, for heddle "
         "estimate --vectors")
      ->type_name("FILE")
      ->group("Output");
  auto* trace =
      app.add_option("--record-trace", options.record_trace,
                     "Record the requests that leave the SMs for the L2 in this file, for heddle trace")
          ->type_name("FILE")
          ->group("Output");
  app.add_option("--trace-format", options.trace_format,
                 fmt::format("Write the trace in this format: {}",
                             fmt::join(Registry<TraceFormat>::instance().names(), ", ")))
      ->needs(trace)
      ->capture_default_str()
      ->type_name("FORMAT")
      ->group("Output");
  app.add_option("--timeline", options.request.timeline,
                 "Write a timeline of kernels, CTAs, warps, pipelines and memory requests in Chrome's trace "
                 "format: open the file in https://ui.perfetto.dev")
      ->type_name("FILE.json")
      ->group("Output");
  app.add_option("--timeline-window", options.timeline_window,
                 "Restrict the timeline to these core cycles; either bound may be left out")
      ->type_name("FIRST:LAST")
      ->group("Output");
  add_sample_options(app, options.samples, options.request.samples);
  app.add_flag(
         "--coverage", options.request.coverage,
         "Report which coverage points of its co-simulation each block reaches, and write coverage.json")
      ->group("Output");
  app.add_flag("--no-out", options.no_folder, "Do not write a result folder")->excludes(out)->group("Output");
}

std::string result_folder(const RunOptions& options) {
  if (!options.folder.empty()) return options.folder;
  std::string name = fs::path(options.request.target).stem().string();
  for (const std::string& technique : options.request.platform.techniques) name += "+" + technique;
  return "results/" + name;
}

int run_and_report(const RunOptions& options) {
  RunRequest request = options.request;
  request.on_start = show_progress;
  if (options.functional) {
    const FunctionalRun run = run_functional(request, options.functional_check);
    fmt::print("{}", report(request, run));
    return run.result.mismatches == 0 ? 0 : 1;
  }
  if (const std::string& check = options.functional_check; !check.empty())
    throw Error({.place = "command line",
                 .what = fmt::format("--{} needs --functional", check),
                 .value = "--" + check});
  if (!options.timeline_window.empty()) {
    if (request.timeline.empty())
      throw Error({.place = "command line",
                   .what = "--timeline-window needs --timeline",
                   .value = options.timeline_window});
    request.timeline_window = parse_timeline_window(options.timeline_window);
  }
  check_files(options);
  std::optional<ResultFolder> folder;
  const fs::path out = result_folder(options);
  named<TraceFormat>(options.trace_format);  // before anything is made
  if (!options.no_folder) {
    std::vector<std::string> names = result_names(options);
    const std::string sampled = name_in_folder(options.samples, out);
    if (sampled == ResultFolder::manifest || std::ranges::find(names, sampled) != names.end())
      throw Error(
          {.place = "command line", .what = "another result has this name", .value = options.samples});
    if (!sampled.empty()) names.push_back(sampled);
    folder.emplace(out, names);
    make_for(*folder, options);
  }
  SamplesFile samples(options.samples, folder);
  std::optional<TraceRecorder> trace;
  if (!options.record_trace.empty()) trace.emplace(options.record_trace, options.trace_format);
  std::optional<RunResult> baseline;
  if (options.compare && !request.platform.techniques.empty()) baseline = run_baseline(request);
  if (trace) record_trace(*trace, request);
  const RunResult result = run(request);
  if (trace) trace->write();
  fmt::print("{}", report(request, result, baseline ? &*baseline : nullptr));
  if (trace) fmt::print("  {:<22} {} requests in {}\n", "trace", trace->accesses(), options.record_trace);
  if (result.checked) fmt::print("{}", check_lines(*result.checked));
  if (request.coverage) fmt::print("{}", coverage_lines(reached_of(result.coverage)));
  std::map<std::string, std::string> files = results_of(result, baseline);
  samples.write(result.samples, files);
  if (folder) {
    const auto asked = json_of(request, configuration_hash(request.platform));
    folder->write(files, {{"key", run_key(asked, read_files())}, {"request", asked}});
    fmt::print("  {:<22} {}\n", "written", fs::proximate(folder->path()).string());
  }
  if (result.checked) result.checked->require_followed();
  const bool shown = !options.more || options.more(result);
  return result.right() && shown ? 0 : 1;
}

}  // namespace heddle
