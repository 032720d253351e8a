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

/// dfflibmap passes over cells of other forms.
bool is_simple(const LibertyCell& cell) {
  if (!cell.flip_flop || !cell.usable) return false;
  const LibertyFlipFlop& ff = *cell.flip_flop;
  return of_one_pin(ff.next_state) && of_one_pin(ff.clocked_on) && of_one_pin(ff.clear) &&
         of_one_pin(ff.preset) && std::all_of(cell.pins.begin(), cell.pins.end(), [](const LibertyPin& pin) {
           return !pin.output || (pin.function && is_pin(*pin.function));
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
    if (!pin.output) continue;
    const bool state = (pin.function->inputs()[0] == ff.state) != inverse;
    text += fmt::format("  pin ({}) {{ direction : output; function : \"{}\"; }}\n", pin.name,
                        state ? ff.state : ff.inverted_state);
  }
  return text + "}\n";
}

}  // namespace

bool stores_the_inverse(const LibertyCell& cell) {
  return is_simple(cell) && is_inverse(cell.flip_flop->next_state) &&
         (cell.flip_flop->clear || cell.flip_flop->preset);
}

std::string flip_flops_for_mapping(const Liberty& liberty) {
  std::string text;
  bool needed = false;
  for (const auto& [name, cell] : liberty.cells) {
    needed = needed || stores_the_inverse(cell);
    if (is_simple(cell)) text += cell_text(cell);
  }
  return needed ? fmt::format("library ({}) {{\n{}}}\n", "flip_flops", text) : "";
}

}  // namespace heddle::estimate
