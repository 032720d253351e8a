// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_decoding.hpp"

#include <gtest/gtest.h>

#include "models/base/random.hpp"

namespace heddle::release_decoding_test {
namespace {

TEST(ReleaseDecoding, FlagsGiveBackTheRegistersOfTheirOperands) {
  const std::array<FlaggedOperand, flagged_operands> operands{{{0, 1}, {6, 2}, {60, 4}}};
  EXPECT_EQ(flagged_registers(0b000, operands), 0u);
  EXPECT_EQ(flagged_registers(0b001, operands), 0x1u);
  EXPECT_EQ(flagged_registers(0b110, operands), 0xf000'0000'0000'00c0u);
  EXPECT_EQ(flagged_registers(0b111, {}), 0u) << "flags of no operands";
}

TEST(ReleaseDecoding, WhatGoesBeyondTheLastRegisterIsNobodys) {
  EXPECT_EQ(flagged_registers(0b001, {{{62, 4}, {}, {}}}), 0xc000'0000'0000'0000u);
}

TEST(ReleaseDecoding, APbrGivesBackWhatTheCompilerPutIntoIt) {
  Random random(3);
  for (int n = 0; n < 1000; ++n) {
    RegisterSet set = only(random.below(no_released_register));
    for (unsigned k = random.below(registers_of_pbr); k > 0; --k)
      set |= only(random.below(no_released_register));
    ASSERT_EQ(branch_registers(encode_pbr(set)), set);
  }
}

TEST(ReleaseDecoding, OtherWordsGiveNothingBack) {
  const std::uint8_t flags[] = {1, 2, 7};
  EXPECT_EQ(branch_registers(encode_pir(flags)), 0u);
  EXPECT_EQ(branch_registers(0), 0u);
  for (const unsigned bit : {0u, 1u, 2u, 3u, 58u, 59u, 60u, 61u, 62u, 63u})
    EXPECT_EQ(branch_registers(encode_pbr(only(5)) ^ std::uint64_t{1} << bit), 0u) << bit;
}

}  // namespace
}  // namespace heddle::release_decoding_test
