#include <fmt/format.h>

#include <memory>

#include "tb/cli/command.hpp"
#include "tb/cli/run_options.hpp"

namespace heddle {

static const Registration<Command> registration{Command{
    .name = "demo",
    .help = "pathfinder on the GPU of Lee2015, with Warped-Compression and without",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<RunOptions>();
      options->request.target = "pathfinder";
      options->request.platform.techniques = {"warped_compression"};
      options->compare = true;
      app.add_flag("--small", options->request.workload.small, "The workload's sizes for tests");
      app.add_option("--timeline", options->request.timeline,
                     "Draw what happens over time, see heddle run --help")
          ->type_name("FILE.json");
      app.add_option("--timeline-window", options->timeline_window, "Only these core cycles of it")
          ->type_name("FIRST:LAST");
      app.add_flag("--no-out", options->no_folder, "Write no folder of results");
      return [options] {
        fmt::print("heddle run pathfinder --with warped_compression --compare{}{}\n\n",
                   options->request.workload.small ? " --small" : "", options->no_folder ? " --no-out" : "");
        return run_and_report(*options);
      };
    }}};

}  // namespace heddle
