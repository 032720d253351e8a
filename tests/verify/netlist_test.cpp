// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/cell_models.hpp"
#include "tb/verify/netlist_cosim.hpp"
#include "tests/verify/prepared.hpp"

namespace heddle::verify::netlist_test {
namespace {

using Netlist = WithTools;

TEST_F(Netlist, OfTheDecompressorIsTheModel) {
  const NetlistResult r = cosimulate_netlist("bdi_decompressor", "delta0", {}, 5'000, 1);
  EXPECT_TRUE(r.cosim.passed()) << text_of(r.cosim);
  EXPECT_GE(r.cosim.vectors, 5'000u);
  EXPECT_GT(r.cosim.resets, 0u);
  EXPECT_EQ(r.flip_flops, 1025u);
  EXPECT_GT(r.gates, 992u);
}

TEST(CellModels, SayWhatTheLibertySays) {
  using namespace estimate;
  Liberty liberty;
  LibertyCell gate{.name = "AOI"};
  for (const char* pin : {"A", "B", "C"}) gate.pins.push_back({.name = pin, .function = std::nullopt});
  gate.pins.push_back({.name = "Y", .output = true, .function = BooleanFunction("!(A B + C)")});
  LibertyCell flop{.name = "FF"};
  for (const char* pin : {"D", "CK", "RN"}) flop.pins.push_back({.name = pin, .function = std::nullopt});
  flop.pins.push_back({.name = "Q", .output = true, .function = BooleanFunction("IQ")});
  flop.flip_flop = LibertyFlipFlop{
      .state = "IQ",
      .inverted_state = "IQN",
      .next_state = BooleanFunction("D"),
      .clocked_on = BooleanFunction("CK"),
      .clear = BooleanFunction("!RN"),
      .preset = std::nullopt,
  };
  liberty.cells.emplace(gate.name, gate);
  liberty.cells.emplace(flop.name, flop);
  liberty.cells.emplace("FILL", LibertyCell{.name = "FILL"});
  EXPECT_EQ(cell_models(liberty),
            "module AOI(input A, input B, input C, output Y);\n"
            "  assign Y = ~((A & B) | C);\n"
            "endmodule\n"
            "module FF(input D, input CK, input RN, output Q);\n"
            "  reg IQ;\n"
            "  wire IQN = ~IQ;\n"
            "  always @(posedge CK or negedge RN)\n"
            "    if (~RN) IQ <= 1'b0;\n"
            "    else IQ <= D;\n"
            "  assign Q = IQ;\n"
            "endmodule\n");
}

}  // namespace
}  // namespace heddle::verify::netlist_test
