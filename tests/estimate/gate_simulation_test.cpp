// SPDX-License-Identifier: Apache-2.0
// Small hand-written netlists: values, levels, and transitions with and without glitches.
#include "tb/estimate/gate_simulation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "models/base/error.hpp"
#include "tb/estimate/energy.hpp"
#include "tb/estimate/known_values.hpp"
#include "tb/estimate/liberty_groups.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::estimate::gate_simulation_test {
namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};

const char* const library = R"lib(library (l) {
  cell (INV) { area : 1; pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } }
  cell (BUF) { area : 2; pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
  cell (AND) { area : 3; pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Y) { direction : output; function : "A B"; } }
  cell (NAND) { area : 3; pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Y) { direction : output; function : "!(A B)"; } }
  cell (DFF) { area : 5; ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; clear : "!R"; }
    pin (C) { direction : input; } pin (D) { direction : input; } pin (R) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; } }
  cell (DFFN) { area : 5; ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; preset : "!R"; }
    pin (C) { direction : input; } pin (D) { direction : input; } pin (R) { direction : input; }
    pin (Q) { direction : output; function : "IQN"; } }
  cell (DFFE) { area : 6; ff (IQ, IQN) { next_state : "(D E) + (IQ !E)"; clocked_on : "C"; }
    pin (C) { direction : input; } pin (D) { direction : input; } pin (E) { direction : input; }
    pin (Q) { direction : output; function : "IQ"; } }
})lib";

class Gates : public testing::Test {
 protected:
  Gates() {
    write_file(folder_.path() / "l.lib", library);
    liberty_ = read_liberty(folder_.path() / "l.lib");
  }
  /// Ports clk_i = 2, rst_ni = 3, a_i = 4, q_o = `output`, and the given cells.
  Netlist netlist(int output, const std::string& cells, const std::string& names = "") {
    write_file(folder_.path() / "n.json", R"({"modules": {"top": {"ports": {
      "clk_i": {"direction": "input", "bits": [2]}, "rst_ni": {"direction": "input", "bits": [3]},
      "a_i": {"direction": "input", "bits": [4]},
      "q_o": {"direction": "output", "bits": [)" +
                                              std::to_string(output) + R"(]}}, "cells": {)" + cells +
                                              R"(}, "netnames": {)" + names + "}}}}");
    return Netlist(folder_.path() / "n.json", "top", liberty_);
  }
  static std::string cell(const std::string& name, const std::string& type, const std::string& pins) {
    return "\"" + name + "\": {\"type\": \"" + type + "\", \"connections\": {" + pins + "}}";
  }

  ScratchFolder folder_;
  Liberty liberty_;
};

TEST_F(Gates, AGlitchIsCountedApart) {
  // a & !a is one for a gate delay whenever a rises, and then returns to zero.
  const Netlist n = netlist(6, cell("y", "AND", R"("A": [4], "B": [5], "Y": [6])") + "," +
                                   cell("i", "INV", R"("A": [4], "Y": [5])"));
  ASSERT_EQ(n.gates().size(), 2u);
  EXPECT_EQ(n.gates()[0].name, "i") << "a gate comes after those that drive it";
  EXPECT_DOUBLE_EQ(n.area_um2(), 4);
  GateSimulation s(n);
  s.settle();
  s.set(n.port("a_i"), 0, 0b101);
  s.cycle();
  EXPECT_EQ(s.get(n.port("q_o"), 0), 0u);
  EXPECT_EQ(s.transitions()[0].settled, 2u);  // the inverter, in both streams
  EXPECT_EQ(s.transitions()[0].all, 2u);
  EXPECT_EQ(s.transitions()[1].settled, 0u);  // the AND
  EXPECT_EQ(s.transitions()[1].all, 4u);
  s.set(n.port("a_i"), 0, 0);
  s.forget_transitions();
  s.cycle();
  EXPECT_EQ(s.transitions()[1].all, 0u) << "a falls before the inverter rises";
}

TEST_F(Gates, RegistersTakeWhatWasThereBeforeTheEdge) {
  const Netlist n = netlist(6, cell("f", "DFF", R"("C": [2], "D": [4], "R": [3], "Q": [5])") + "," +
                                   cell("g", "DFF", R"("C": [2], "D": [5], "R": ["1"], "Q": [6])"));
  GateSimulation s(n);
  s.set(n.port("rst_ni"), 0, all);
  s.settle();
  s.set(n.port("a_i"), 0, all);
  s.cycle();
  s.cycle();
  EXPECT_EQ(s.get(n.port("q_o"), 0), 0u);
  s.cycle();
  EXPECT_EQ(s.get(n.port("q_o"), 0), all);
  EXPECT_EQ(measure_latency(n, {"a_i"}, "q_o"), 2u);
  EXPECT_DOUBLE_EQ(n.flip_flop_area_um2(), 10);
}

TEST_F(Gates, ResetReachesClearPresetAndInvertedOutputs) {
  const Netlist n = netlist(5, cell("f", "DFFN", R"("C": [2], "D": [4], "R": [3], "Q": [5])"));
  GateSimulation s(n);
  s.set(n.port("rst_ni"), 0, all);
  s.set(n.port("a_i"), 0, 0);
  s.cycle();
  s.cycle();
  EXPECT_EQ(s.get(n.port("q_o"), 0), all) << "the inverted output of a zero";
  s.set(n.port("rst_ni"), 0, 0);
  s.settle();
  EXPECT_EQ(s.get(n.port("q_o"), 0), 0u) << "preset";
}

TEST_F(Gates, EnergyIsTransitionsTimesTheirCells) {
  const Netlist n = netlist(6, cell("f", "DFF", R"("C": [2], "D": [4], "R": [3], "Q": [5])") + "," +
                                   cell("i", "INV", R"("A": [5], "Y": [6])"));
  const CellEnergies energies{{"f", {.transition_pj = 3, .cycle_pj = 0.5}}, {"i", {.transition_pj = 7}}};
  PinSequence toggling({{"a_i", 1}});
  for (unsigned k = 0; k < 640; ++k) toggling.append(0, k % 2);
  const OperationEnergy e = measure_energy(n, energies, toggling, 3);
  EXPECT_EQ(e.operations, 640u);
  EXPECT_DOUBLE_EQ(e.clock_pj, 0.5);
  EXPECT_DOUBLE_EQ(e.registers_pj, 3);
  EXPECT_DOUBLE_EQ(e.logic_pj, 7);
  EXPECT_DOUBLE_EQ(e.glitches_pj, 0);
  EXPECT_THROW(measure_energy(n, {{"f", {}}}, toggling, 3), Error) << "a cell without energy";
  EXPECT_THROW(measure_energy(n, energies, PinSequence({{"b_i", 1, {0}}}), 3), Error) << "an unknown pin";
  EXPECT_THROW(measure_energy(n, energies, PinSequence({{"a_i", 2, {0}}}), 3), Error) << "another width";
}

/// Two instances, one of which ends before the other.
TEST_F(Gates, EnergyOfARunIsThatOfAllItsInstances) {
  const Netlist n = netlist(6, cell("f", "DFF", R"("C": [2], "D": [4], "R": [3], "Q": [5])") + "," +
                                   cell("i", "INV", R"("A": [5], "Y": [6])"));
  const CellEnergies energies{{"f", {.transition_pj = 3, .cycle_pj = 0.5}}, {"i", {.transition_pj = 7}}};
  const auto pins = [](std::vector<std::uint32_t> a, std::vector<std::uint32_t> q, std::vector<bool> moved) {
    return RecordedPins{PinSequence({{"a_i", 1, a}}), PinSequence({{"q_o", 1, q}}), {-1}, moved};
  };
  // The register takes a_i an edge later: it changes six times in the first instance, once in the second.
  std::vector<RecordedPins> both{
      pins({0, 1, 0, 1, 0, 1, 0, 1}, {1, 1, 0, 1, 0, 1, 0, 1}, std::vector<bool>(8, true)),
      pins({1, 1, 1, 1}, {1, 0, 0, 0}, {true, true, false, false})};
  const std::vector<const RecordedPins*> lent{&both[0], &both[1]};
  const OperationEnergy e = measure_recorded(n, energies, lent);
  EXPECT_EQ(e.operations, 12u);
  EXPECT_DOUBLE_EQ(e.clock_pj, 0.5);
  EXPECT_DOUBLE_EQ(e.registers_pj, 7 * 3 / 12.0);
  EXPECT_DOUBLE_EQ(e.logic_pj, 7 * 7 / 12.0);
  EXPECT_DOUBLE_EQ(e.moving_cycle_pj.least, 10 / 4.0) << "the first quarter: one change, four moving cycles";
  EXPECT_DOUBLE_EQ(e.moving_cycle_pj.most, 20 / 2.0) << "the others";
  EXPECT_THROW(measure_recorded(n, energies, {}), Error);
  both[1] = pins({1, 1, 1, 1}, {1, 0, 1, 0}, {true, true, false, false});
  EXPECT_THROW(measure_recorded(n, energies, lent), Error) << "another output than in the run";
}

TEST_F(Gates, WhatIsNoNetlistOfTheLibraryIsRefused) {
  EXPECT_THROW(netlist(5, cell("x", "$_DFF_PN1_", R"("Q": [5])")), Error);
  EXPECT_THROW(netlist(5, cell("i", "INV", R"("A": [5], "Y": [5])")), Error) << "a loop";
  EXPECT_THROW(
      netlist(5, cell("i", "INV", R"("A": [4], "Y": [5])") + "," + cell("j", "INV", R"("A": [4], "Y": [5])")),
      Error)
      << "two drivers";
  EXPECT_THROW(netlist(5, cell("f", "DFFE", R"("C": [2], "D": [4], "E": [3], "Q": [5])")), Error)
      << "its next state is of its state, which is no pin";
  EXPECT_THROW(Netlist(folder_.path() / "missing.json", "top", liberty_), Error);
}

/// Nets keep the names that the design gives them: of one bit, and not made by synthesis.
TEST_F(Gates, NetsHaveTheirNames) {
  const Netlist n = netlist(5, cell("i", "INV", R"("A": [4], "Y": [5])"),
                            R"("turned": {"hide_name": 0, "bits": [5]}, "$1": {"hide_name": 1, "bits": [5]},
                               "both": {"hide_name": 0, "bits": [4, 5]})");
  ASSERT_EQ(n.names().size(), 1u);
  EXPECT_EQ(n.names().at("turned"), n.port("q_o").nets[0]);
  EXPECT_TRUE(netlist(5, cell("i", "INV", R"("A": [4], "Y": [5])")).names().empty());
}

/// b = a & f, and f = DFF(a) without a reset that is used.
TEST_F(Gates, WhatDependsOnARegisterWithoutAValueIsUnknown) {
  const Netlist n = netlist(6, cell("f", "DFF", R"("C": [2], "D": [4], "R": ["1"], "Q": [5])") + "," +
                                   cell("b", "AND", R"("A": [4], "B": [5], "Y": [6])"));
  KnownValues k(n);
  const auto output = [&] { return k.value(n.port("q_o").nets[0]); };
  k.settle();
  EXPECT_EQ(output(), false) << "a is zero";
  k.set(n.port("a_i"), 0, true);
  k.settle();
  EXPECT_EQ(output(), std::nullopt);
  k.cycle();
  EXPECT_EQ(output(), true);
  k.forget();
  k.settle();
  EXPECT_EQ(output(), std::nullopt);
}

/// The first register is cleared by the reset, and presets the second, whose inverted output is shown.
TEST_F(Gates, AResetGoesThroughRegisters) {
  const Netlist n = netlist(6, cell("f", "DFF", R"("C": [2], "D": ["1"], "R": [3], "Q": [5])") + "," +
                                   cell("g", "DFFN", R"("C": [2], "D": [4], "R": [5], "Q": [6])"));
  KnownValues k(n);
  GateSimulation s(n);
  Random random(1);
  s.scramble(random);
  k.set(n.port("rst_ni"), 0, false);
  s.set(n.port("rst_ni"), 0, 0);
  k.settle();
  s.settle();
  EXPECT_EQ(k.value(n.port("q_o").nets[0]), false);
  EXPECT_EQ(s.get(n.port("q_o"), 0), 0u);
  k.set(n.port("rst_ni"), 0, true);
  s.set(n.port("rst_ni"), 0, all);
  // The reset arrives after the first edge, and the preset still holds at the second.
  for (unsigned edges = 0; edges < 3; ++edges) {
    k.cycle();
    s.cycle();
    s.settle();
    EXPECT_EQ(k.value(n.port("q_o").nets[0]), edges == 2);
    EXPECT_EQ(s.get(n.port("q_o"), 0), edges == 2 ? all : 0u);
  }
}

TEST_F(Gates, ALatencyThatDoesNotEndIsRefused) {
  const Netlist n = netlist(5, cell("b", "AND", R"("A": [4], "B": ["0"], "Y": [5])"));
  EXPECT_THROW(measure_latency(n, {"a_i"}, "q_o"), Error);
  EXPECT_THROW(measure_latency(n, {"b_i"}, "q_o"), Error);
}

}  // namespace
}  // namespace heddle::estimate::gate_simulation_test
