#include "tb/cli/rtl_options.hpp"

#include <CLI/CLI.hpp>

namespace heddle {

void add_rtl_options(CLI::App& app, UserRtl& rtl) {
  const std::string group = "RTL of your own";
  auto* file = app.add_option("--rtl", rtl.file,
                              "Use this RTL instead of Heddle's: the file of the module, in SystemVerilog, "
                              "Verilog or VHDL, or a "
                              "list of files and options")
                   ->type_name("FILE.sv|.v|.vhd|.f")
                   ->group(group);
  auto* list = app.add_option("-F,--file-list", rtl.lists,
                              "Read a list of files and options, as simulators take it; may be repeated")
                   ->type_name("FILE.f")
                   ->allow_extra_args(false)
                   ->group(group);
  const auto more = [&](const char* names, auto& to, const char* help, const char* type) {
    app.add_option(names, to, help)
        ->type_name(type)
        ->allow_extra_args(false)
        ->group(group)
        ->check([file, list](const std::string&) {
          return file->count() + list->count() != 0 ? "" : "it belongs to --rtl or -F, which is not given";
        });
  };
  more("-I,--include", rtl.folders,
       "Search this folder for modules, packages and included files; may be repeated", "FOLDER");
  more("-D,--define", rtl.defines, "Define a macro; may be repeated", "NAME[=VALUE]");
  more("--allow", rtl.allowed,
       "Accept this warning of Verilator's, which is an error otherwise; may be repeated", "WARNING");
}

}  // namespace heddle
