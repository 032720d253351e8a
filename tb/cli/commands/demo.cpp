// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "tb/cli/command.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/run/demonstration.hpp"

namespace heddle::demo_command {

static const Registration<Command> registration{Command{
    .name = "demo",
    .help = "Run a CUDA kernel with a technique of a paper and without, and report both",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<RunOptions>();
      const Demonstration shown = demonstration();
      options->request.target = shown.workload;
      options->request.platform.techniques = shown.with;
      options->compare = true;
      app.add_flag("--small", options->request.workload.small,
                   "Use the workload's small sizes, which the tests use");
      app.add_option("--timeline", options->request.timeline, "Write a timeline (see heddle run --help)")
          ->type_name("FILE.json");
      app.add_option("--timeline-window", options->timeline_window,
                     "Restrict the timeline to these core cycles")
          ->type_name("FIRST:LAST");
      app.add_flag("--no-out", options->no_folder, "Do not write a result folder");
      return [options] {
        fmt::print("heddle run {} --with {} --compare{}{}\n\n", options->request.target,
                   fmt::join(options->request.platform.techniques, ","),
                   options->request.workload.small ? " --small" : "", options->no_folder ? " --no-out" : "");
        return run_and_report(*options);
      };
    }}};

}  // namespace heddle::demo_command
