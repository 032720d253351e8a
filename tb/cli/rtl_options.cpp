// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/rtl_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tb/cli/natural_number.hpp"

namespace heddle {
namespace {

constexpr const char* group = "RTL of your own";

}  // namespace

void add_rtl_options(CLI::App& app, UserRtl& rtl) {
  auto* file = app.add_option("--rtl", rtl.file,
                              "Use this RTL instead of Heddle's: the file of the module, in SystemVerilog, "
                              "Verilog or VHDL, or a "
                              "list of files and options")
                   ->type_name("FILE.sv|.v|.vhd|.f")
                   ->group(group);
  add_rtl_reading_options(app, rtl, *file);
}

void add_rtl_reading_options(CLI::App& app, UserRtl& rtl, CLI::Option& file) {
  auto* list = app.add_option("-F,--file-list", rtl.lists,
                              "Read a list of files and options, as simulators take it; may be repeated")
                   ->type_name("FILE.f")
                   ->allow_extra_args(false)
                   ->group(group);
  const auto more = [&](const char* names, auto& to, const std::string& help, const char* type) {
    return app.add_option(names, to, help)
        ->type_name(type)
        ->allow_extra_args(false)
        ->group(group)
        ->check([&file, list](const std::string&) {
          return file.count() + list->count() != 0 ? "" : "it belongs to --rtl or -F, which is not given";
        });
  };
  more("-I,--include", rtl.folders,
       "Search this folder for modules, packages and included files; may be repeated", "FOLDER");
  more("-D,--define", rtl.defines, "Define a macro; may be repeated", "NAME[=VALUE]");
  more("--allow", rtl.allowed,
       fmt::format("Accept these warnings of Verilator's, which are errors otherwise; {}: RTL that reaches "
                   "outside of the simulation, as by $system, $fopen or C functions",
                   reaching_outside),
       "WARNING,...")
      ->delimiter(',');
  more("--loop-limit", rtl.loop_limit,
       "Give up when loops of the RTL have run this many rounds at one clock edge (0: never)", "ROUNDS")
      ->check(natural_number())
      ->capture_default_str();
}

}  // namespace heddle
