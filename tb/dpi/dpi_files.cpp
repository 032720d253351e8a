// SPDX-License-Identifier: Apache-2.0
#include "tb/dpi/dpi_files.hpp"

#include <fmt/format.h>

#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tb/dpi/c_side.hpp"

namespace heddle {

namespace {

using Ports = std::vector<ServedPort>;

std::string range(const ServedPort& p) { return fmt::format("[{}:0]", p.bits - 1); }

std::string header(const DpiRequest& r, const ServedBlock& block, const std::string& what) {
  std::string parameters;
  for (const auto& [name, value] : block.parameters()) parameters += fmt::format(" {}={}", name, value);
  return fmt::format("// {}\n// Made by `{}`.{}{}\n", what, command_of(r),
                     parameters.empty() ? "" : " Parameters of the RTL:", parameters);
}

/// ",\n    input logic [7:0] name" for each port; `as_input`: also for outputs.
std::string declarations(const Ports& ports, const char* type, bool as_input = false) {
  return each(ports, [&](const ServedPort& p) {
    return fmt::format(",\n    {} {} {} {}", p.input || as_input ? "input" : "output", type, range(p),
                       p.name);
  });
}

std::string imports(const DpiRequest& r, const Ports& ports) {
  return fmt::format(
             "  import \"DPI-C\" function chandle {0}_open();\n"
             "  import \"DPI-C\" function int {0}_edge(\n    input chandle model, input bit rst_ni",
             r.module) +
         declarations(ports, "bit") + ");\n\n  chandle model = null;";
}

std::string model_module(const DpiRequest& r, const ServedBlock& block) {
  const Ports& ports = block.ports();
  return header(r, block, fmt::format("The cycle-exact model of {}, with the ports of its RTL.", r.block)) +
         fmt::format(
             "// A reset counts at the clock edge, as in the model; until the first edge all outputs are 0.\n"
             "module {} (\n    input logic clk_i,\n    input logic rst_ni",
             r.module) +
         declarations(ports, "logic") + "\n);\n" + (r.vpi ? "" : imports(r, ports)) + "\n" +
         each_output(
             ports,
             [](const ServedPort& p) { return fmt::format("  bit {} next_{};\n", range(p), p.name); }) +
         "\n  always @(posedge clk_i) begin\n" +
         fmt::format(fmt::runtime(r.vpi ? "    if (${0}_edge(rst_ni"
                                        : "    if (model == null) model = {0}_open();\n"
                                          "    if ({0}_edge(model, rst_ni"),
                     r.module) +
         each(ports,
              [](const ServedPort& p) { return fmt::format(", {}{}", p.input ? "" : "next_", p.name); }) +
         fmt::format(") == 0)\n      $fatal(1, \"%m: the model of {} has ended\");\n", r.block) +
         each_output(ports,
                     [](const ServedPort& p) { return fmt::format("    {0} <= next_{0};\n", p.name); }) +
         "  end\n\n  initial begin\n" +
         each_output(ports, [](const ServedPort& p) { return fmt::format("    {} = '0;\n", p.name); }) +
         "  end\nendmodule\n";
}

std::string comparison(const ServedPort& p) {
  return fmt::format(
      "      if ({1}{0} !== model_{0}) begin\n"
      "        $error(\"%m: {0} is %h, the model has %h\", {0}, model_{0});\n"
      "        differ <= differ + 1;\n      end\n",
      p.name, p.valid.empty() ? "" : fmt::format("model_{} && ", p.valid));
}

std::string check_module(const DpiRequest& r, const ServedBlock& block) {
  const Ports& ports = block.ports();
  return header(r, block,
                fmt::format("Compares RTL of {} with its model at each clock edge, once it has been reset.",
                            r.block)) +
         fmt::format(
             "// {0}{1}_check check (.*);\n"
             "// What a beat carries counts while its valid is high.\n"
             "module {1}_check (\n    input logic clk_i,\n    input logic rst_ni",
             r.vpi ? "To stand beside the RTL: " : fmt::format("To be bound to the RTL: bind {} ", r.block),
             r.module) +
         declarations(ports, "logic", true) + "\n);\n" +
         each_output(
             ports,
             [](const ServedPort& p) { return fmt::format("  logic {} model_{};\n", range(p), p.name); }) +
         fmt::format("\n  {} model (\n      .clk_i, .rst_ni", r.module) +
         each(ports,
              [](const ServedPort& p) {
                return p.input ? fmt::format(",\n      .{}", p.name)
                               : fmt::format(",\n      .{0}(model_{0})", p.name);
              }) +
         ");\n\n  logic was_reset = 1'b0;\n  int unsigned edges = 0, differ = 0;\n\n"
         "  always @(posedge clk_i) begin\n    if (!rst_ni) was_reset <= 1'b1;\n"
         "    if (rst_ni && was_reset) begin\n      edges <= edges + 1;\n" +
         each_output(ports, comparison) +
         "    end\n  end\n\n"
         "  final $display(\"%m: %0d edges compared, %0d differ\", edges, differ);\nendmodule\n";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> dpi_files(const DpiRequest& r, const ServedBlock& block) {
  return {{r.module + ".sv", model_module(r, block)},
          {r.module + "_check.sv", check_module(r, block)},
          {r.module + ".c", r.vpi ? vpi_side(r, block) : dpi_side(r, block)},
          {"heddle_client.h",
           read_text_file(data_file("tb/serve/client/heddle_client.h"), "C file", FileRole::made)}};
}

}  // namespace heddle
