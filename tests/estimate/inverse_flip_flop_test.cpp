// SPDX-License-Identifier: Apache-2.0
// Flip-flops that store the inverse of their data, as ASAP7's do: their preset is the design's reset. Each
// mapping is compared with the design.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "models/base/error.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/estimate.hpp"
#include "tb/estimate/flip_flop_map.hpp"
#include "tb/estimate/generic_gates.hpp"
#include "tb/estimate/implementation.hpp"
#include "tb/estimate/mapping_check.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tests/estimate/library_text.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::inverse_flip_flop_test {
namespace {

namespace fs = std::filesystem;
using Outputs = LibraryText::Outputs;

/// One form of flip-flop with a reset.
struct Form {
  const char* name;
  const char* asynchronous;
  std::vector<std::string> pins;
  Outputs outputs;
};

std::string library(const Form& form) {
  LibraryText l;
  l.gate("INV_X1", 0.532, {"A"}, "!A");
  l.gate("BUF_X1", 0.798, {"A"}, "A");
  l.gate("NAND2_X1", 0.798, {"A1", "A2"}, "!(A1 & A2)");
  l.gate("NOR2_X1", 0.798, {"A1", "A2"}, "!(A1 | A2)");
  l.flip_flop("DFFQN", 4.522, "!D", "", {}, {{"QN", "IQ"}});
  l.flip_flop("RESETTABLE", 5.32, "!D", form.asynchronous, form.pins, form.outputs);
  return l.text();
}

const std::vector<Form>& forms() {
  static const std::vector<Form> all{
      {"preset", "preset : \"!RN\";", {"RN"}, {{"QN", "IQ"}}},
      {"clear", "clear : \"!SN\";", {"SN"}, {{"QN", "IQ"}}},
      {"both", "clear : \"!SN\"; preset : \"!RN\";", {"RN", "SN"}, {{"QN", "IQ"}}},
      {"high", "clear : \"S\"; preset : \"R\";", {"R", "S"}, {{"QN", "IQ"}}},
      {"two_outputs", "preset : \"!RN\";", {"RN"}, {{"QN", "IQ"}, {"Q", "IQN"}}},
      {"as_an_inverse", "preset : \"!RN\";", {"RN"}, {{"QN", "!IQN"}}},
  };
  return all;
}

/// Registers whose reset is 0 and 1, that outputs show and do not show at once, and one without a reset.
constexpr const char* design = R"(
module top (input logic clk_i, input logic rst_ni, input logic load_i, input logic [3:0] data_i,
            output logic [3:0] mixed_o, output logic counted_o, output logic [1:0] late_o);
  logic [2:0] count_q;
  logic [3:0] mixed_q;
  logic [1:0] late_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      mixed_q <= 4'b0110;
      count_q <= 3'd5;
    end else begin
      if (load_i) mixed_q <= data_i;
      count_q <= count_q + 3'd1;
    end
  always_ff @(posedge clk_i) late_q <= mixed_q[1:0];
  assign mixed_o = mixed_q;
  assign counted_o = &count_q;
  assign late_o = late_q;
endmodule
)";

class InverseFlipFlops : public testing::Test {
 protected:
  InverseFlipFlops() { setenv("HEDDLE_CACHE", (folder_.path() / "cache").c_str(), 1); }

  Liberty liberty(const Form& form) const {
    write_file(folder_.path() / "cells.lib", library(form));
    return read_liberty(folder_.path() / "cells.lib");
  }
  RtlSource rtl(const std::string& text) const {
    write_file(folder_.path() / "top.sv", text);
    return {.block = "top", .file = folder_.path() / "top.sv", .folders = {folder_.path()}};
  }
  /// What the comparison of the mapping says.
  std::string said(const RtlSource& source, const Liberty& liberty, FlipFlopMap map) const {
    const ScratchFolder work;
    make_generic(source, liberty, work.path(), map);
    const Synthesized cells =
        map_to_cells(source, liberty, output_load_ff(liberty), work.path(), work.path(), 0);
    try {
      require_same_machine(Netlist(work.path() / unmapped_file, source.block, generic_gates()),
                           Netlist(cells.named, source.block, liberty), source.block);
    } catch (const Error& error) {
      return error.problem().what;
    }
    return "";
  }

  ScratchFolder folder_;
};

TEST_F(InverseFlipFlops, AreMappedRightlyInEachForm) {
  SKIP_WITHOUT_TOOLS();
  for (const Form& form : forms()) {
    const Liberty cells = liberty(form);
    EXPECT_TRUE(is_told_otherwise(cells.cells.at("RESETTABLE"))) << form.name;
    EXPECT_FALSE(is_told_otherwise(cells.cells.at("DFFQN"))) << form.name;
    EXPECT_EQ(said(rtl(design), cells, FlipFlopMap::exchanged), "") << form.name;
  }
}

/// As yosys maps them by itself, registers come out of reset with another value, which is told with the cell,
/// also where no output shows it in reset.
TEST_F(InverseFlipFlops, AWrongMappingIsToldWithRegisterAndCell) {
  SKIP_WITHOUT_TOOLS();
  for (const Form& form : forms()) {
    if (form.name == std::string("as_an_inverse")) continue;  // yosys takes none of these
    const std::string text = said(rtl(design), liberty(form), FlipFlopMap::as_they_are);
    EXPECT_NE(text.find("to the flip-flop RESETTABLE, which has another value in reset"), std::string::npos)
        << form.name << ": " << text;
    EXPECT_NE(text.find("register "), std::string::npos) << text;
  }
}

TEST_F(InverseFlipFlops, AnotherMachineIsToldWithTheOutput) {
  SKIP_WITHOUT_TOOLS();
  const Liberty cells = liberty(forms()[0]);
  const RtlSource source = rtl(design);
  std::string other = design;
  other.replace(other.find("&count_q"), 8, "|count_q");
  const ScratchFolder work, work_of_other;
  make_generic(source, cells, work.path());
  make_generic(rtl(other), cells, work_of_other.path());
  const Synthesized made =
      map_to_cells(source, cells, output_load_ff(cells), work_of_other.path(), work_of_other.path(), 0);
  try {
    require_same_machine(Netlist(work.path() / unmapped_file, "top", generic_gates()),
                         Netlist(made.named, "top", cells), "top");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what,
              "the netlist of cells is another machine than the RTL: output counted_o[0] differs in reset; "
              "flip-flops before it: RESETTABLE");
  }
}

/// A register without a reset may begin with any value: of what depends on it nothing is asked.
TEST_F(InverseFlipFlops, WhatHasNoValueIsNotCompared) {
  SKIP_WITHOUT_TOOLS();
  const std::string text = R"(
module top (input logic clk_i, input logic rst_ni, input logic [9:0] data_i, input logic set_i,
            output logic all_o, output logic turn_o, output logic set_o);
  logic [9:0] held_q;
  logic turn_q, set_q, clean_q;
  always_ff @(posedge clk_i) if (&data_i) held_q <= data_i;
  always_ff @(posedge clk_i) turn_q <= !turn_q;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) clean_q <= 1'b0; else clean_q <= 1'b1;
  always_ff @(posedge clk_i or negedge clean_q) if (!clean_q) set_q <= 1'b1; else set_q <= set_i;
  assign all_o = &held_q;
  assign turn_o = turn_q;
  assign set_o = set_q;
endmodule
)";
  EXPECT_EQ(said(rtl(text), liberty(forms()[2]), FlipFlopMap::exchanged), "");
  EXPECT_NE(said(rtl(text), liberty(forms()[2]), FlipFlopMap::as_they_are), "")
      << "a reset behind a register";
}

TEST_F(InverseFlipFlops, OfEstimatesOfABlockAndOfRtlOfTheUsers) {
  SKIP_WITHOUT_TOOLS();
  liberty(forms()[2]);
  const LibertyPaths cells{folder_.path() / "cells.lib"};
  const auto made = [&](const std::string& block, const UserRtl& rtl, const LibertyPaths& files) {
    return estimate({.block = block, .rtl = rtl, .liberty = files, .random_operations = 256, .orders = 1});
  };
  const fs::path users = fs::path(HEDDLE_SOURCE_DIR) / "tests/lower/styles/interfaces.sv";
  for (const auto& [block, rtl] :
       {std::pair<std::string, UserRtl>{"mov_injector", {}}, {"free_register_counter", users}}) {
    const Estimate e = made(block, rtl, cells), osu = made(block, rtl, {});
    EXPECT_EQ(e.flip_flops, osu.flip_flops) << block;
    EXPECT_EQ(e.latency_cycles, osu.latency_cycles) << block;
  }
}

}  // namespace
}  // namespace heddle::estimate::inverse_flip_flop_test
