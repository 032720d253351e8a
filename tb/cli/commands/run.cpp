// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "tb/cli/command.hpp"
#include "tb/cli/functional_options.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/run/functional_check.hpp"

namespace heddle::simulation_command {

static const Registration<Command> registration{Command{
    .name = "run",
    .help = "Run a workload, or a kernel of your own, on the GPU",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<RunOptions>();
      add_program(app, options->request);
      app.add_flag("--functional", options->functional,
                   "Compute the results without simulating time: many times faster, without statistics")
          ->group("The program");
      const auto& checks = Registry<FunctionalCheck>::instance();
      for (const std::string& name : checks.names())
        app.add_flag_callback(
               "--" + name, [options, name] { options->functional_check = name; }, checks.find(name).help)
            ->group("The program");
      add_workload_options(app, options->request);
      add_run_options(app, *options);
      return [options, &app] {
        if (options->functional) refuse_timing_options(app);
        return run_and_report(*options);
      };
    }}};

}  // namespace heddle::simulation_command
