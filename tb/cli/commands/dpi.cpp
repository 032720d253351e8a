// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <regex>

#include "models/base/this_program.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/dpi/dpi_files.hpp"
#include "tb/run/plugin.hpp"

namespace heddle::dpi_command {
namespace {

namespace fs = std::filesystem;

struct Options {
  DpiRequest request{};
  std::string out = ".";
};

int run(Options o) {
  DpiRequest& r = o.request;
  ServedBlock block(r.block, r.set, r.overrides);
  if (r.module.empty()) r.module = r.block + "_model";
  if (!std::regex_match(r.module, std::regex("[A-Za-z_]\\w*")))
    throw Error({.place = "--module",
                 .what = "this is no name of a module",
                 .value = r.module,
                 .legal = "letters, digits and underscores"});
  r.plugins = loaded_plugins();
  r.program = this_program();
  fs::create_directories(o.out);
  for (const auto& [name, text] : dpi_files(r, block)) WholeFile(fs::path(o.out) / name).write(text);
  const std::string at = o.out == "." ? "" : (fs::path(o.out) / "").string();
  fmt::print("{0}{1}.sv, {0}{1}_check.sv, {0}{1}.c, {0}heddle_client.h\n", at, r.module);
  fmt::print(
      fmt::runtime(
          r.vpi ? "  with a testbench that has the check beside your RTL:  {1}_check check (.*);\n"
                  "  iverilog-vpi {0}{1}.c\n"
                  "  iverilog -g2012 -o testbench {0}{1}.sv {0}{1}_check.sv {2}.sv testbench.sv\n"
                  "  vvp -M. -m{1} testbench\n"
                : "  with a testbench that binds the check to your RTL:  bind {2} {1}_check check (.*);\n"
                  "  verilator --binary --timing -CFLAGS -I{3} {0}{1}.sv {0}{1}_check.sv {0}{1}.c {2}.sv "
                  "testbench.sv\n"),
      at, r.module, r.block, fs::absolute(o.out).lexically_normal().string());
  return 0;
}

}  // namespace

static const Registration<Command> dpi{Command{
    .name = "dpi",
    .help = "Write a block's model as a module for any simulator with DPI-C or VPI, and a check of RTL "
            "against it",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      DpiRequest& r = o->request;
      app.add_option("block", r.block, "A block (see heddle blocks)")->required()->type_name("BLOCK");
      app.add_option("--sets", r.set, "Use this named parameter set (default: default)")->type_name("SET");
      app.add_option("--set", r.overrides, "Set a parameter, which overrides the named set; may be repeated")
          ->type_name("PARAMETER=VALUE")
          ->allow_extra_args(false);
      app.add_option("--module", r.module, "Name the model's module so (default: BLOCK_model)")
          ->type_name("NAME");
      app.add_flag("--vpi", r.vpi,
                   "Write it for a simulator with VPI and without DPI-C, as Icarus Verilog is");
      app.add_option("--out", o->out, "Write the files to this folder")
          ->type_name("FOLDER")
          ->capture_default_str();
      app.footer("Example:\n  heddle dpi bdi_compressor --out dpi");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle::dpi_command
