// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/generic_gates.hpp"

#include <fmt/format.h>

#include <utility>

namespace heddle::estimate {
namespace {

constexpr std::pair<const char*, const char*> gates[] = {
    {"$_BUF_", "A"},
    {"$_NOT_", "!A"},
    {"$_AND_", "A B"},
    {"$_NAND_", "!(A B)"},
    {"$_OR_", "A + B"},
    {"$_NOR_", "!(A + B)"},
    {"$_XOR_", "A ^ B"},
    {"$_XNOR_", "!(A ^ B)"},
    {"$_ANDNOT_", "A !B"},
    {"$_ORNOT_", "A + !B"},
    {"$_MUX_", "(A !S) + (B S)"},
    {"$_NMUX_", "!((A !S) + (B S))"},
    {"$_AOI3_", "!((A B) + C)"},
    {"$_OAI3_", "!((A + B) C)"},
    {"$_AOI4_", "!((A B) + (C D))"},
    {"$_OAI4_", "!((A + B) (C + D))"},
};

LibertyPin input(const std::string& name) { return {.name = name, .input = true, .function = {}}; }
LibertyPin output(const char* name, const char* function) {
  return {.name = name, .output = true, .function = BooleanFunction(function)};
}

void add_flip_flop(Liberty& all, const std::string& name, char edge, const char* clear, const char* preset) {
  LibertyCell cell{.name = name, .area_um2 = 1};
  for (const char* pin : {"C", "D", "R", "S"}) cell.pins.push_back(input(pin));
  cell.pins.push_back(output("Q", "IQ"));
  const auto given = [](const char* text) {
    return *text == '\0' ? std::nullopt : std::optional(BooleanFunction(text));
  };
  cell.flip_flop = LibertyFlipFlop{.state = "IQ",
                                   .inverted_state = "IQN",
                                   .next_state = BooleanFunction("D"),
                                   .clocked_on = BooleanFunction(edge == 'P' ? "C" : "!C"),
                                   .clear = given(clear),
                                   .preset = given(preset)};
  all.cells.emplace(name, std::move(cell));
}

Liberty made() {
  Liberty all;
  for (const auto& [name, function] : gates) {
    LibertyCell cell{.name = name, .area_um2 = 1};
    cell.pins.push_back(output("Y", function));
    for (const std::string& pin : cell.pins[0].function->inputs()) cell.pins.push_back(input(pin));
    all.cells.emplace(name, std::move(cell));
  }
  // P, N: the edge of the clock, the level of set and reset; 0, 1: the value in reset.
  for (const char clock : {'P', 'N'}) {
    add_flip_flop(all, fmt::format("$_DFF_{}_", clock), clock, "", "");
    for (const auto& [reset, r] : {std::pair{'P', "R"}, {'N', "!R"}}) {
      add_flip_flop(all, fmt::format("$_DFF_{}{}0_", clock, reset), clock, r, "");
      add_flip_flop(all, fmt::format("$_DFF_{}{}1_", clock, reset), clock, "", r);
      for (const auto& [set, s] : {std::pair{'P', "S"}, {'N', "!S"}})
        add_flip_flop(all, fmt::format("$_DFFSR_{}{}{}_", clock, set, reset), clock, r, s);
    }
  }
  return all;
}

}  // namespace

const Liberty& generic_gates() {
  static const Liberty all = made();
  return all;
}

}  // namespace heddle::estimate
