// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/flip_flop_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::estimate {
namespace {

bool is_inverse(const BooleanFunction& f) { return f.inputs().size() == 1 && f.truth_table() == 0b01; }
bool is_pin(const BooleanFunction& f) { return f.inputs().size() == 1 && f.truth_table() == 0b10; }
bool of_one_pin(const BooleanFunction& f) { return is_inverse(f) || is_pin(f); }
bool of_one_pin(const std::optional<BooleanFunction>& f) { return !f || of_one_pin(*f); }

/// A function of one pin as dfflibmap reads it.
std::string text_of(const BooleanFunction& f) { return (is_inverse(f) ? "!" : "") + f.inputs()[0]; }

/// Is the output the state, or its inverse?
bool shows_the_state(const LibertyPin& pin, const LibertyFlipFlop& ff) {
  return pin.function && of_one_pin(*pin.function) &&
         (pin.function->inputs()[0] == ff.state || pin.function->inputs()[0] == ff.inverted_state);
}
bool is_inverted(const LibertyPin& pin, const LibertyFlipFlop& ff) {
  return is_inverse(*pin.function) != (pin.function->inputs()[0] == ff.inverted_state);
}

/// Flip-flops of other forms, such as for scan chains, are not for dfflibmap.
bool is_simple(const LibertyCell& cell) {
  if (!cell.flip_flop || !cell.usable) return false;
  const LibertyFlipFlop& ff = *cell.flip_flop;
  return of_one_pin(ff.next_state) && of_one_pin(ff.clocked_on) && of_one_pin(ff.clear) &&
         of_one_pin(ff.preset) && std::all_of(cell.pins.begin(), cell.pins.end(), [&](const LibertyPin& pin) {
           return !pin.output || shows_the_state(pin, ff);
         });
}

std::string cell_text(const LibertyCell& cell) {
  const LibertyFlipFlop& ff = *cell.flip_flop;
  const bool inverse = is_inverse(ff.next_state);
  std::string text = fmt::format(
      "cell ({}) {{ area : {};\n  ff ({}, {}) {{ clocked_on : \"{}\"; next_state : \"{}\";", cell.name,
      cell.area_um2, ff.state, ff.inverted_state, text_of(ff.clocked_on), ff.next_state.inputs()[0]);
  if (const auto& clear = inverse ? ff.preset : ff.clear)
    text += fmt::format(" clear : \"{}\";", text_of(*clear));
  if (const auto& preset = inverse ? ff.clear : ff.preset)
    text += fmt::format(" preset : \"{}\";", text_of(*preset));
  text += " }\n";
  for (const LibertyPin& pin : cell.pins) {
    if (pin.input) text += fmt::format("  pin ({}) {{ direction : input; }}\n", pin.name);
    if (pin.output)
      text += fmt::format("  pin ({}) {{ direction : output; function : \"{}\"; }}\n", pin.name,
                          is_inverted(pin, ff) == inverse ? ff.state : ff.inverted_state);
  }
  return text + "}\n";
}

}  // namespace

bool is_told_otherwise(const LibertyCell& cell) {
  if (!is_simple(cell)) return false;
  const LibertyFlipFlop& ff = *cell.flip_flop;
  return (is_inverse(ff.next_state) && (ff.clear || ff.preset)) ||
         std::any_of(cell.pins.begin(), cell.pins.end(),
                     [](const LibertyPin& pin) { return pin.output && is_inverse(*pin.function); });
}

std::string flip_flops_for_mapping(const Liberty& liberty) {
  std::string text;
  bool needed = false;
  for (const auto& [name, cell] : liberty.cells) {
    needed = needed || is_told_otherwise(cell);
    if (is_simple(cell)) text += cell_text(cell);
  }
  return needed ? fmt::format("library ({}) {{\n{}}}\n", "flip_flops", text) : "";
}

}  // namespace heddle::estimate
