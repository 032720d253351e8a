// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>

#include "tb/cli/command.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/lines/footprint.hpp"
#include "tb/run/named.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::workloads_command {
namespace {

constexpr int column = 24;

void print_line(std::string_view left, std::string_view right) {
  if (!right.empty()) fmt::print("{:<{}}{}\n", left, column, right);
}

std::string size_options(const Workload& w) {
  std::string all;
  for (const ParameterInfo& size : w.sizes)
    all += fmt::format("{}--size {}={}", all.empty() ? "" : " ", size.path, size.defaults.front());
  return all;
}

/// Prints three lines: what the workload stands for, its character, and its sizes.
void print_row(const Workload& w, const std::vector<std::string>& usual_variants) {
  print_line(w.name, w.stands_for.empty() ? w.description : w.stands_for);
  print_line("", w.character);
  print_line("", size_options(w));
  if (w.variants() != usual_variants) print_line("", fmt::format("--ptx {}", fmt::join(w.variants(), ", ")));
}

void print_all(const Registry<Workload>& all) {
  const auto names = all.names();
  std::map<std::vector<std::string>, unsigned> workloads_with;
  for (const std::string& name : names) ++workloads_with[all.find(name).variants()];
  const std::vector<std::string> usual =
      std::max_element(workloads_with.begin(), workloads_with.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
  print_line("workload", "stands for (paper, benchmark, suite); character; sizes with their defaults");
  for (const std::string& name : names) print_row(all.find(name), usual);
  fmt::print(
      "\n{} workloads. --ptx {} (default {}) where nothing else is said; `heddle workloads NAME` says "
      "more.\n",
      names.size(), fmt::join(usual, ", "), default_variant);
}

void print_details(const Workload& w) {
  print_line(w.name, w.description);
  print_line("  stands for", w.stands_for);
  print_line("  values", w.values);
  print_line("  character", w.character);
  for (const ParameterInfo& size : w.sizes)
    fmt::print("  --size {}={}  {} ({}; {})\n", size.path, size.defaults.front(), size.help, size.legal,
               size.source);
  fmt::print("  --size small: {}\n", fmt::join(w.small, ", "));
  if (const PaperSize& paper = w.paper; !paper.source.empty())
    fmt::print("  --size paper: {} ({})\n",
               paper.sizes.empty() ? "the default" : fmt::format("{}", fmt::join(paper.sizes, ", ")),
               paper.source);
  fmt::print("  --ptx {}\n", fmt::join(w.variants(), ", "));
}

/// What `workloads` shows.
struct Options {
  std::vector<std::string> names{};
  bool footprint = false;
  RunRequest request{};  ///< of a footprint
};

/// Prints a row a workload as soon as it has run; of all workloads, those that have a size of the name asked
/// for.
void print_footprints(const Options& options) {
  RunRequest request = options.request;
  const bool all = options.names.empty();
  const WorkloadOptions& sizes = request.workload;
  const SizeName size = from_command_line([&] { return chosen_size(sizes.sizes, sizes.small).name; });
  bool first = true;
  for (const std::string& name : all ? Registry<Workload>::instance().names() : options.names) {
    if (all && size == SizeName::paper && named<Workload>(name).paper.source.empty()) continue;
    request.target = name;
    const std::string row = footprint_row(name, footprint_of(request));
    fmt::print("{}{}", std::exchange(first, false) ? footprint_heading() : "", row);
    std::fflush(stdout);
  }
}

int show(const Options& options) {
  for (const std::string& name : options.names)
    named<Workload>(name);  // refuse a wrong one before any is shown
  if (options.footprint)
    print_footprints(options);
  else if (options.names.empty())
    print_all(Registry<Workload>::instance());
  else
    for (const std::string& name : options.names) print_details(named<Workload>(name));
  return 0;
}

}  // namespace

static const Registration<Command> workloads{Command{
    .name = "workloads",
    .help = "List the workloads that come with Heddle: what they stand for, their sizes and footprints",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      app.add_option("workload", o->names, "Show these workloads in detail");
      auto* footprint = app.add_flag(
          "--footprint", o->footprint,
          "Run them without time, and show the memory that they allocate and touch, how BDI compresses "
          "it, their instructions, and their CTAs beside those that fill the GPU");
      const std::string group = "With --footprint";
      add_size_options(app, o->request.workload, group);
      app.add_option("--seed", o->request.workload.seed, "Draw the input data from this seed")
          ->check(natural_number())
          ->capture_default_str()
          ->group(group);
      app.add_option("--gpu", o->request.platform.gpu, "A name in configs/gpus, or a YAML file")
          ->capture_default_str()
          ->group(group);
      for (const char* option : {"--size", "--small", "--seed", "--gpu"})
        app.get_option(option)->needs(footprint);
      return [o] { return show(*o); };
    }}};

}  // namespace heddle::workloads_command
