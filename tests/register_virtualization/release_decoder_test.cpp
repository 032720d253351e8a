// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_decoder/release_decoder.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::release_decoder_test {
namespace {

/// A decoder with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  Bench() {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.read.port(read);
    block.io.branch.port(branch);
    block.io.flagged.port(flagged);
    block.io.branched.port(branched);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  DecodedFlags step() {
    read.write({reads});
    branch.write(sent);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    reads = {};
    sent = {};
    return flagged.read().payload;
  }
  void put(unsigned i, std::uint8_t warp, std::uint8_t flags, std::array<FlaggedOperand, 3> operands) {
    reads.valid.value = static_cast<std::uint8_t>(reads.valid.value | 1u << i);
    reads.warps[i] = warp;
    reads.flags[i] = flags;
    for (unsigned k = 0; k < flagged_operands; ++k)
      reads.operands[i * flagged_operands + k] = operand_pins(operands[k]);
  }

  ReadInstructions reads{};
  Beat<BranchRelease> sent{};

  ClockDomain domain{"core", 1000};
  Wire<Level<ReadInstructions>> read{"read"};
  Wire<Beat<BranchRelease>> branch{"branch"};
  Wire<Level<DecodedFlags>> flagged{"flagged"};
  Wire<Beat<DecodedBranch>> branched{"branched"};
  Wire<bool> rst_n{"rst_n"};
  ReleaseDecoder block{"decoder", {}};
};

TEST(ReleaseDecoder, AnswersBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(1, 47, 0b001, {{{5, 1}, {}, {}}});
  bench.read.write({bench.reads});
  bench.branch.write({{encode_pbr(only(9)), 3}, true});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.flagged.read().payload, DecodedFlags{});
  EXPECT_FALSE(bench.branched.read().valid);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.flagged.read().payload, (DecodedFlags{{2}, {0, 47}, {0, only(5)}}));
  EXPECT_EQ(bench.branched.read(), (Beat<DecodedBranch>{{only(9), 3}, true}));
  bench.step();
  EXPECT_EQ(bench.step(), DecodedFlags{}) << "and shows it for one cycle";
}

// Jeon2015, Fig. 6: add r3, r2, r1 with the flags 1 1 0 releases its first two operands.
TEST(ReleaseDecoder, AFlagGivesBackItsOperandAndNoOther) {
  Bench bench;
  const std::array<FlaggedOperand, 3> operands{{{2, 1}, {7, 1}, {40, 1}}};
  const RegisterSet sets[] = {only(2), only(7), only(40)};
  for (unsigned flags = 0; flags < 8; ++flags) {
    bench.put(0, 1, static_cast<std::uint8_t>(flags), operands);
    RegisterSet expected = 0;
    for (unsigned k = 0; k < 3; ++k)
      if (flags >> k & 1) expected |= sets[k];
    EXPECT_EQ(bench.step(), (DecodedFlags{{1}, {1, 0}, {expected, 0}})) << flags;
  }
}

TEST(ReleaseDecoder, APairAndARowGoAsAWhole) {
  Bench bench;
  bench.put(0, 0, 0b111, {{{2, 2}, {8, 4}, {62, 1}}});
  EXPECT_EQ(bench.step().registers[0], 0x4000'0000'0000'0f0cu);
}

TEST(ReleaseDecoder, WhatGoesBeyondTheLastRegisterIsNobodys) {
  Bench bench;
  bench.put(0, 0, 0b001, {{{63, 4}, {}, {}}});
  EXPECT_EQ(bench.step().registers[0], only(63));
}

TEST(ReleaseDecoder, BitsThatDoNotMatterDoNot) {
  Bench bench;
  bench.put(0, 0, 0b1111'1000, {{{1, 1}, {2, 1}, {3, 1}}});
  EXPECT_EQ(bench.step().registers[0], 0u);
  bench.put(0, 0, 0b001, {});
  bench.reads.operands[0] = static_cast<std::uint16_t>(0xf8c0 | operand_pins({4, 1}));
  EXPECT_EQ(bench.step().registers[0], only(4));
}

TEST(ReleaseDecoder, BothInstructionsAreHeardAndAPbrBesideThem) {
  Bench bench;
  bench.put(0, 11, 0b001, {{{0, 1}, {}, {}}});
  bench.put(1, 12, 0b010, {{{0, 1}, {1, 1}, {}}});
  bench.sent = {{encode_pbr(only(2) | only(62)), 13}, true};
  EXPECT_EQ(bench.step(), (DecodedFlags{{3}, {11, 12}, {only(0), only(1)}}));
  EXPECT_EQ(bench.branched.read(), (Beat<DecodedBranch>{{only(2) | only(62), 13}, true}));
}

TEST(ReleaseDecoder, APbrGivesBackUpToNineRegisters) {
  Bench bench;
  const std::uint8_t registers[] = {0, 1, 6, 15, 16, 31, 32, 47, 62};
  const RegisterSet set = set_of(registers);
  bench.sent = {{encode_pbr(set), 0}, true};
  bench.step();
  EXPECT_EQ(bench.branched.read().payload.registers, set);
}

TEST(ReleaseDecoder, WordsThatAreNoPbrGiveNothingBack) {
  Bench bench;
  const std::uint8_t flags[] = {7, 7, 7};
  const std::uint64_t pbr = encode_pbr(only(1));
  for (const std::uint64_t word : {encode_pir(flags), pbr ^ 1, pbr ^ std::uint64_t{1} << 63}) {
    bench.sent = {{word, 5}, true};
    bench.step();
    EXPECT_EQ(bench.branched.read(), (Beat<DecodedBranch>{{0, 5}, true}));
  }
}

TEST(ReleaseDecoder, ResetForgetsWhatIsUnderWay) {
  Bench bench;
  bench.rst_n.write(false);
  bench.put(0, 1, 0b001, {{{5, 1}, {}, {}}});
  bench.sent = {{encode_pbr(only(9)), 3}, true};
  EXPECT_EQ(bench.step(), DecodedFlags{});
  EXPECT_FALSE(bench.branched.read().valid);
  bench.rst_n.write(true);
  EXPECT_EQ(bench.step(), DecodedFlags{});
}

TEST(ReleaseDecoder, ParametersThatItDoesNotHaveAreAnError) {
  ConfigTree tree;
  tree.set("reads=4");
  resolve<ReleaseDecoderConfig>(tree);
  EXPECT_THROW(tree.check_all_used(), Error);
}

}  // namespace
}  // namespace heddle::release_decoder_test
