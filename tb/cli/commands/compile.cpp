// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "models/ptx/load.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/compile/compiler.hpp"
#include "tb/compile/launch_skeleton.hpp"
#include "tb/compile/program.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle::compile_command {
namespace {

namespace fs = std::filesystem;

struct CompileOptions {
  std::string source{}, compiler{}, out{}, launch{}, program{};
  std::vector<std::string> more{};
};

std::string compiled(const compile::Compiler& compiler, const CompileOptions& o) {
  const ScratchFolder scratch;
  const fs::path ptx = scratch.path() / "kernel.ptx";
  const CommandResult made = run_command(compiler.command(o.source, ptx, o.more));
  if (made.exit_code != 0)
    throw Error({.place = o.source,
                 .what = fmt::format("{} refuses it: {}", compiler.program.string(), made.output)});
  return read_text_file(ptx, "PTX file", FileRole::made);
}

int run(CompileOptions o) {
  if (!o.source.ends_with(".cu") || !fs::is_regular_file(o.source))
    throw Error({.place = "command line",
                 .what = "this is no file of CUDA C++",
                 .value = o.source,
                 .legal = "FILE.cu"});
  if (o.out.empty()) o.out = fs::path(o.source).stem().string() + ".ptx";
  if (o.launch.empty()) o.launch = fs::path(o.out).replace_extension(".yaml").string();
  check_outputs({{"--out", o.out}, {"--launch", o.launch}, {"--program", o.program}},
                {{"the source", o.source}});
  const compile::Compiler compiler = compile::find_compiler(o.compiler);
  const std::string ptx = compiled(compiler, o);
  const std::vector<ptx::Kernel> kernels = ptx::load_module(ptx, o.out);
  if (kernels.empty())
    throw Error({.place = o.source, .what = "there is no kernel in it", .legal = "a __global__ function"});
  const bool whole = !o.program.empty();
  if (whole)
    compile::make_program(compiler, o.source, ptx, o.program, o.more);
  else
    WholeFile(o.out).write(ptx);
  fmt::print("{}, by {}\n", whole ? o.program : o.out, compiler.program.string());
  if (!compiler.is_nvcc)
    fmt::print(
        "  sinf, expf and the like are approximate: clang has no library of CUDA's (tb/compile/README.md)\n");
  for (const ptx::Kernel& kernel : kernels)
    fmt::print("  {}: {} registers, {} bytes shared\n", compile::readable_name(kernel.name), kernel.registers,
               kernel.shared_bytes);
  if (whole) {
    fmt::print("heddle exec {} runs it\n",
               fs::path(o.program).has_parent_path() ? o.program : "./" + o.program);
    return 0;
  }
  if (fs::exists(o.launch)) {
    fmt::print("{} is there already, and stays as it is\n", o.launch);
    return 0;
  }
  WholeFile(o.launch).write(compile::launch_skeleton(kernels, o.out));
  fmt::print("{}: a launch to be filled in\n", o.launch);
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "compile",
    .help = "Compile the kernels of a .cu file to PTX, with a launch file, or all of it to a program",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<CompileOptions>();
      app.add_option("source", options->source,
                     "CUDA C++; of host code in it nothing is made, but for --program")
          ->required()
          ->type_name("FILE.cu");
      app.add_option("options", options->more, "After --: options of the compiler, as -I or -D")
          ->type_name("OPTION");
      app.add_option("--compiler", options->compiler,
                     "nvcc or a clang++ (default: nvcc, else the newest clang++ on the PATH)")
          ->type_name("NAME|PATH");
      auto* out = app.add_option("--out", options->out,
                                 "Write the PTX to this file (default: NAME.ptx in the working folder)")
                      ->type_name("FILE.ptx");
      auto* launch =
          app.add_option(
                 "--launch", options->launch,
                 "Write the launch file to this one (default: beside the PTX); one that is there stays")
              ->type_name("FILE.yaml");
      app.add_option("--program", options->program,
                     "Make this program instead, host code and all, for heddle exec")
          ->excludes(out)
          ->excludes(launch)
          ->type_name("FILE");
      app.footer(
          "Example:\n  heddle compile my.cu\n  heddle run my.ptx --launch my.yaml\n  heddle compile my.cu "
          "--program "
          "my\n  heddle exec ./my");
      return [options] { return run(*options); };
    }}};

}  // namespace heddle::compile_command
