// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/cell_models.hpp"

#include <fmt/format.h>

#include <optional>

namespace heddle::verify {

using namespace estimate;

namespace {

/// Returns the clock event at which a function of one pin becomes true; an empty text for a function of
/// several pins.
std::string event(const BooleanFunction& function) {
  if (function.inputs().size() != 1) return "";
  return fmt::format("{} {}", function.truth_table() == 0b10 ? "posedge" : "negedge", function.inputs()[0]);
}

/// Defines the state and the inverted state, which the functions of the outputs use.
std::string flip_flop_text(const LibertyFlipFlop& ff) {
  std::string events = event(ff.clocked_on), body;
  for (const auto& [condition, value] : {std::pair{&ff.clear, 0}, std::pair{&ff.preset, 1}}) {
    if (!*condition) continue;
    events += " or " + event(**condition);
    body += fmt::format("if ({}) {} <= 1'b{};\n    else ", (*condition)->verilog(), ff.state, value);
  }
  return fmt::format("  reg {0};\n  wire {1} = ~{0};\n  always @({2})\n    {3}{0} <= {4};\n", ff.state,
                     ff.inverted_state, events, body, ff.next_state.verilog());
}

bool edges_are_pins(const LibertyFlipFlop& ff) {
  return !event(ff.clocked_on).empty() && (!ff.clear || !event(*ff.clear).empty()) &&
         (!ff.preset || !event(*ff.preset).empty());
}

std::string model(const LibertyCell& cell) {
  if (cell.latch || (cell.flip_flop && !edges_are_pins(*cell.flip_flop))) return "";
  std::string ports, body = cell.flip_flop ? flip_flop_text(*cell.flip_flop) : "";
  bool drives = false;
  for (const LibertyPin& pin : cell.pins) {
    ports += fmt::format("{}{} {}", ports.empty() ? "" : ", ", pin.output ? "output" : "input", pin.name);
    if (!pin.function) continue;
    drives = true;
    body += fmt::format("  assign {} = {};\n", pin.name, pin.function->verilog());
  }
  return drives ? fmt::format("module {}({});\n{}endmodule\n", cell.name, ports, body) : "";
}

}  // namespace

std::string cell_models(const Liberty& liberty) {
  std::string text;
  for (const auto& [name, cell] : liberty.cells) text += model(cell);
  return text;
}

}  // namespace heddle::verify
