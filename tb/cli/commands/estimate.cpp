// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/estimate/estimate_machine.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/cli/rtl_options.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/cli/run_progress.hpp"
#include "tb/estimate/report.hpp"
#include "tb/estimate/stimulus.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/run/named.hpp"
#include "tb/run/run.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::estimate_command {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> blocks{};  ///< or one GPU
  estimate::EstimateRequest request{};
  std::vector<std::string> liberty{};
  std::string clock{}, vectors{}, json{};
  std::string workload = "pathfinder";
  MachineEstimateOptions machine{};
};

/// Options that belong to the estimate of a block only, or of a GPU only.
constexpr std::array of_blocks{"--rtl",   "-F",     "-I",        "-D",           "--allow", "--loop-limit",
                               "--clock", "--sets", "--vectors", "--operations", "--seed"};
constexpr std::array of_machines{"--with",  "--config", "--technology", "--size",
                                 "--small", "--cycles", "--picture"};

template <class Names>
void refuse(const CLI::App& app, const Names& names, const char* form) {
  for (const char* name : names)
    if (app.get_option(name)->count() != 0)
      throw Error({.place = "command line",
                   .what = fmt::format("this option is not for the estimate of {}", form),
                   .value = name});
}

/// Returns whether the word names a GPU rather than a block; throws Error when it names neither.
bool names_a_gpu(const std::string& word) {
  const auto& blocks = Registry<BlockEntry>::instance();
  if (word == "all" || blocks.contains(word)) return false;
  const std::vector<std::string> gpus = gpu_names();
  if (is_layer_file(word) || std::find(gpus.begin(), gpus.end(), word) != gpus.end()) return true;
  std::vector<std::string> both = blocks.names();
  both.insert(both.end(), gpus.begin(), gpus.end());
  throw Error({.place = "command line",
               .what = "neither a block nor a GPU",
               .value = word,
               .legal = fmt::format("all; {}; or {}, or a YAML file", fmt::join(blocks.names(), ", "),
                                    fmt::join(gpus, ", ")),
               .nearest = nearest_name(word, both)});
}

/// Tells each step on stderr: of a block, which takes a minute, on a terminal alone.
std::function<void(std::string_view)> progress(bool always = false) {
  return [always](std::string_view step) {
    if (always || ::isatty(STDERR_FILENO)) fmt::print(stderr, "{}\n", step);
  };
}

/// Records the registers that a workload writes, in a file of `folder`. The GPU has the technique, if that is
/// one that a GPU can have.
fs::path record(const std::string& workload, const std::string& technique, const fs::path& folder) {
  RunRequest request{.target = workload};
  request.on_start = show_progress;
  if (Registry<TechniqueEntry>::instance().contains(technique)) request.platform.techniques = {technique};
  request.record_registers = folder / (workload + "+" + technique + ".registers");
  run_apart(request);
  return request.record_registers;
}

std::vector<std::string> blocks_of(const Options& o) {
  const auto& all = Registry<BlockEntry>::instance();
  if (o.blocks == std::vector<std::string>{"all"}) return all.names();
  for (const std::string& block : o.blocks) named<BlockEntry>(block);
  if (o.blocks.size() > 1 && !o.request.rtl.empty())
    throw Error(
        {.place = "command line", .what = "--rtl belongs to one block", .value = o.request.rtl.name()});
  return o.blocks;
}

bool handles_registers(const std::string& block) {
  const auto& stimuli = Registry<estimate::Stimulus>::instance();
  return stimuli.contains(block) && stimuli.find(block).from_registers;
}

int run(const Options& o) {
  const auto blocks = blocks_of(o);
  if (!o.vectors.empty() && std::ranges::none_of(blocks, handles_registers))
    throw Error({.place = "command line",
                 .what = "--vectors gives registers as stimulus, and none of these blocks has them as input",
                 .value = fmt::format("{}", fmt::join(blocks, ", "))});
  if (o.workload != "none") named<Workload>(o.workload);
  std::vector<NamedFile> inputs = files_named_by(o.request.rtl);
  for (const auto& file : o.liberty) inputs.push_back({"--liberty", file});
  inputs.push_back({"--vectors", o.vectors});
  check_outputs({{"--json", o.json}}, inputs);
  std::optional<WholeFile> json_file;
  if (!o.json.empty()) json_file.emplace(o.json);
  estimate::EstimateRequest request = o.request;
  request.liberty.assign(o.liberty.begin(), o.liberty.end());
  if (!o.clock.empty()) request.clock_hz = estimate::parse_frequency(o.clock);
  request.progress = progress();
  const ScratchFolder folder;
  std::map<std::string, fs::path> recorded;  // by technique
  std::vector<estimate::Estimate> all;
  for (const std::string& block : blocks) {
    request.block = block;
    request.vectors.reset();
    if (handles_registers(block) && !o.vectors.empty()) request.vectors = o.vectors;
    if (handles_registers(block) && o.vectors.empty() && o.workload != "none") {
      const std::string& technique = Registry<BlockEntry>::instance().find(block).technique;
      if (!recorded.contains(technique)) recorded[technique] = record(o.workload, technique, folder.path());
      request.vectors = recorded[technique];
    }
    for (const std::string& note : estimate::notes_of(request)) fmt::print("note: {}\n", note);
    std::fflush(stdout);
    all.push_back(estimate::estimate(request));
    fmt::print("{}\n", estimate::report_text(all.back()));
    std::fflush(stdout);
  }
  fmt::print("{}", estimate::report_groups(all));
  if (json_file) {
    nlohmann::json json = nlohmann::json::array();
    for (const auto& each : all) json.push_back(estimate::report_json(each));
    json_file->write(json.dump(2) + "\n");
  }
  return 0;
}

int run_machine(const Options& o) {
  std::vector<NamedFile> inputs;
  for (const auto& file : o.liberty) inputs.push_back({"--liberty", file});
  check_outputs({{"--json", o.json}, {"--picture", o.machine.picture}}, inputs);
  MachineEstimateOptions machine = o.machine;
  machine.platform.gpu = o.blocks.front();
  machine.platform.assignments = o.request.overrides;
  machine.target = o.workload;
  machine.json = o.json;
  machine.request.orders = o.request.orders;
  machine.request.progress = progress(true);
  machine.request.liberty.assign(o.liberty.begin(), o.liberty.end());
  return estimate_machine_and_report(machine);
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "estimate",
    .help = "Estimate area, clock, cycles and energy of a block, or of all blocks of a GPU, from synthesis",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      auto& r = o->request;
      app.add_option("block", o->blocks, "Blocks (see heddle blocks), or all; or a GPU as in heddle run")
          ->required()
          ->type_name("BLOCK...|all|GPU");
      add_rtl_options(app, r.rtl);
      app.add_option("--liberty", o->liberty,
                     "Use this library of cells, without scaling (default: OSU 180 nm, scaled); repeated for "
                     "each file of a library that comes in several, which must be of one corner")
          ->type_name("FILE.lib")
          ->allow_extra_args(false);
      app.add_option("--clock", o->clock, "Report how many pipeline stages this clock needs")
          ->type_name("1.4GHz");
      app.add_option("--sets", r.set, "Use this named parameter set")->type_name("SET");
      app.add_option("--set", r.overrides,
                     "Set a parameter of a block, which overrides its named set, or a value of a GPU's "
                     "configuration; "
                     "may be repeated")
          ->type_name("PARAMETER=VALUE")
          ->allow_extra_args(false);
      app.add_option(
             "--workload", o->workload,
             "Drive a block with the register values of this workload (none: with random ones alone), "
             "or run it on the GPU")
          ->capture_default_str();
      app.add_option("--vectors", o->vectors,
                     "Drive a block with the register values in this file, from heddle run ... "
                     "--record-registers FILE")
          ->type_name("FILE");
      app.add_option("--operations", r.random_operations,
                     "Measure the energy over this many random operations")
          ->capture_default_str();
      app.add_option("--seed", r.seed, "Draw the random operations from this seed")
          ->check(natural_number())
          ->capture_default_str();
      app.add_option(
             "--orders", r.orders,
             "Synthesize this many times, with the gates in another order each time; figures are medians")
          ->capture_default_str();
      app.add_option("--json", o->json, "Write the figures to this file as JSON")->type_name("FILE");
      const std::string group = "The blocks of a GPU";
      auto& m = o->machine;
      add_layer_options(app, m.platform, group);
      add_size_options(app, m.workload, group);
      app.add_option("--cycles", m.kept_cycles,
                     "Measure a block's energy over at most this many cycles of its pins")
          ->check(CLI::Range(1, 1'000'000))
          ->capture_default_str()
          ->group(group);
      app.add_option("--picture", m.picture, "Draw the figures as a bar chart")
          ->type_name("FILE.svg")
          ->group(group);
      return [o, &app] {
        const bool machine = o->blocks.size() == 1 && names_a_gpu(o->blocks.front());
        if (machine)
          refuse(app, of_blocks, "a GPU");
        else
          refuse(app, of_machines, "a block");
        return machine ? run_machine(*o) : run(*o);
      };
    }}};

}  // namespace heddle::estimate_command
