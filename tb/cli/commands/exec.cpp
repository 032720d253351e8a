// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "models/base/error.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/functional_options.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/exec/application.hpp"
#include "tb/run/program.hpp"

namespace heddle::exec_command {
namespace {

/// The program's part of a run.
struct Ran {
  int status = 0;
  bool once = false;
};

int run(RunOptions options, const std::vector<std::string>& words) {
  if (words.empty())
    throw Error({.place = "command line",
                 .what = "which program is to be run?",
                 .legal = "heddle exec [OPTIONS] PROGRAM [ARGUMENTS]"});
  RunRequest& request = options.request;
  request.target = std::filesystem::path(words.front()).filename().string();
  const GpuConfig gpu = resolve_platform(request.platform).gpu;
  const exec::Application application{.words = words,
                                      .gpu = std::filesystem::path(request.platform.gpu).stem().string(),
                                      .build = build_options(request.workload.build, gpu)};
  const auto ran = std::make_shared<Ran>();
  request.program = [=](Device& device) {
    // A machine that approximates asks for the exact result afterwards; only the program knows what that is.
    if (!std::exchange(ran->once, true)) ran->status = exec::run_application(device, gpu, application);
    return WorkloadResult{};
  };
  const int ours = run_and_report(options);
  if (ran->status != 0) fmt::print("  {:<22} exit status {}\n", "the program", ran->status);
  return ran->status != 0 ? ran->status : ours;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "exec",
    .help = "Run a CUDA program as it is, with its kernels on the GPU",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<RunOptions>();
      app.add_flag("--functional", options->functional,
                   "Compute the results without simulating time: many times faster, without statistics")
          ->group("The program");
      add_run_options(app, *options);
      app.prefix_command();
      app.footer(
          "The program's name and its arguments follow the options.\n\nExample:\n  nvcc --cudart=shared "
          "-arch=compute_75 my.cu -o my\n  heddle exec --with five --compare ./my 1000");
      return [options, &app] {
        if (options->functional) refuse_timing_options(app);
        return run(*options, app.remaining());
      };
    }}};

}  // namespace heddle::exec_command
