// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "models/base/config.hpp"
#include "models/base/config_sources.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/parameters_page.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/run/platform.hpp"
#include "tb/workloads/launch_file.hpp"

namespace heddle::config_command {
namespace {

int print_schema(const std::string& wanted, bool markdown) {
  if (markdown) {
    fmt::print("{}", parameters_page());
    return 0;
  }
  if (wanted == "launch") {
    fmt::print("# One kernel. Several launches, sizes and loops: see configs/launches/README.md\n{}",
               schema_text(describe<LaunchConfig>()));
    return 0;
  }
  std::vector<ParameterInfo> all;
  std::vector<std::string> names{"launch"};
  for (auto& [name, parameters] : parameter_sections()) {
    names.push_back(name);
    if (wanted.empty() || wanted == name) all.insert(all.end(), parameters.begin(), parameters.end());
  }
  if (all.empty())
    throw Error({.place = "command line",
                 .what = "unknown configuration section",
                 .value = wanted,
                 .legal = fmt::format("{}", fmt::join(names, ", ")),
                 .nearest = nearest_name(wanted, names)});
  fmt::print("{}", schema_text(all));
  return 0;
}

struct Options {
  PlatformOptions platform{};
  std::string launch{}, section{};
  bool markdown = false;
};

int check(const Options& o) {
  if (!o.launch.empty()) {
    const LaunchFile launch = load_launch_file(o.launch);
    fmt::print("{}: fine: {} buffers, {} steps\n", o.launch, launch.buffers.size(), launch.steps.size());
    return 0;
  }
  fmt::print("fine: {} values\n", resolve_platform(o.platform).tree.resolved().size());
  return 0;
}

}  // namespace

static const Registration<Command> config{Command{
    .name = "config", .help = "Show, check or explain configurations", .declare = [](CLI::App& app) {
      const auto options = std::make_shared<Options>();
      app.require_subcommand(1);
      auto* show_it =
          app.add_subcommand("show", "Print the resolved configuration, each value with unit and origin");
      add_platform_options(*show_it, options->platform);
      auto* sources = app.add_subcommand(
          "sources",
          "Print where each value comes from: the paper, manual or simulator that a comment of its "
          "file names, or the source of its default; and the values that nobody knows");
      add_platform_options(*sources, options->platform);
      auto* check_it = app.add_subcommand(
          "check", "Read a configuration as heddle run does, and report what is wrong with it");
      add_platform_options(*check_it, options->platform);
      check_it->add_option("--launch", options->launch, "Check this launch file instead")
          ->type_name("FILE.yaml");
      auto* schema =
          app.add_subcommand("schema", "List every key with default, unit, legal values, source and help");
      schema->add_option("section", options->section,
                         "Only one section: gpu, launch, a technique, register_file_costs");
      schema->add_flag("--markdown", options->markdown, "Print the page docs/parameters.md")
          ->excludes("section");
      return [options, show_it, sources, check_it] {
        if (check_it->parsed()) return check(*options);
        if (!show_it->parsed() && !sources->parsed())
          return print_schema(options->section, options->markdown);
        const ConfigTree tree = resolve_platform(options->platform).tree;
        fmt::print("{}", sources->parsed() ? sources_text(tree) : show(tree));
        return 0;
      };
    }}};

}  // namespace heddle::config_command
