// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/report/report_page.hpp"
#include "tb/run/demonstration.hpp"

namespace heddle::demo_command {
namespace {

/// The run's results as a page, beside their folder.
void write_page(const std::string& folder) {
  const std::string page = folder + ".html";
  WholeFile(page).write(pages::report_page({pages::read_source(folder)}));
  fmt::print("  {:<22} {}: the same with charts, for a browser\n", "page", page);
}

}  // namespace

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
        const int status = run_and_report(*options);
        if (!options->no_folder) write_page(result_folder(*options));
        return status;
      };
    }}};

}  // namespace heddle::demo_command
