// SPDX-License-Identifier: Apache-2.0
// The instruction words of Jeon2015, Figure 5.
#include "models/register_virtualization/release_instruction.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::release_instruction_test {
namespace {

std::string bits(std::uint64_t word) {  // from bit 0 on, as the figure draws it
  std::string text;
  for (unsigned b = 0; b < 64; ++b) text += (word >> b & 1) != 0 ? '1' : '0';
  return text;
}

TEST(ReleaseInstruction, APirHasEighteenFlagsOfThreeBits) {
  PirFlags flags{};
  flags[0] = 0b001;   // the first operand of the first instruction
  flags[1] = 0b110;   // the second and third of the next
  flags[17] = 0b100;  // the third of the last
  const std::uint64_t word = encode_pir(flags);
  EXPECT_EQ(bits(word),
            "1111"
            "100"
            "011" +
                std::string(45, '0') +
                "001"
                "101101");
  EXPECT_EQ(metadata_of(word), Metadata::pir);
  EXPECT_EQ(decode_pir(word), flags);
}

TEST(ReleaseInstruction, APbrHasNineNumbersOfSixBits) {
  const std::uint64_t word = encode_pbr(only(1) | only(6) | only(62));
  EXPECT_EQ(bits(word),
            "1111"
            "100000"
            "011000"
            "011111" +
                std::string(36, '1') + "011101");
  EXPECT_EQ(metadata_of(word), Metadata::pbr);
  EXPECT_EQ(decode_pbr(word), only(1) | only(6) | only(62));
  EXPECT_EQ(word >> 58, pbr_opcode >> 4);
  EXPECT_EQ(word & 15, pbr_opcode & 15);
}

TEST(ReleaseInstruction, EveryFieldByItself) {
  for (unsigned k = 0; k < flags_of_pir; ++k)
    for (std::uint8_t value = 1; value < 8; ++value) {
      PirFlags flags{};
      flags[k] = value;
      EXPECT_EQ(encode_pir(flags) ^ encode_pir(PirFlags{}), std::uint64_t{value} << (4 + 3 * k));
      EXPECT_EQ(decode_pir(encode_pir(flags)), flags);
    }
  for (unsigned r = 0; r < 63; ++r) {
    EXPECT_EQ(encode_pbr(only(r)) >> 4 & 63, r);
    EXPECT_EQ(decode_pbr(encode_pbr(only(r))), only(r));
  }
}

TEST(ReleaseInstruction, RoundTripsAtRandom) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int n = 0; n < 20000; ++n) {
    PirFlags flags{};
    const unsigned given = random.below(flags_of_pir + 1);
    for (unsigned k = 0; k < given; ++k) flags[k] = static_cast<std::uint8_t>(random.below(8));
    EXPECT_EQ(decode_pir(encode_pir(std::span(flags).first(given))), flags);
    RegisterSet registers = only(random.below(63));
    for (unsigned k = random.below(registers_of_pbr); k > 0; --k) registers |= only(random.below(63));
    EXPECT_EQ(decode_pbr(encode_pbr(registers)), registers);
  }
}

TEST(ReleaseInstruction, WhatHasNoOrAnotherOpcode) {
  EXPECT_EQ(metadata_of(0), Metadata::none);
  EXPECT_EQ(metadata_of(~std::uint64_t{0}), Metadata::none);
  const std::uint64_t pir = encode_pir({});
  for (const unsigned bit : {0u, 1u, 2u, 3u, 58u, 59u, 60u, 61u, 62u, 63u})
    EXPECT_NE(metadata_of(pir ^ std::uint64_t{1} << bit), Metadata::pir) << bit;
  EXPECT_THROW(decode_pbr(pir), Error);
  try {
    decode_pir(encode_pbr(only(3)));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().what, "word is no pir");
    EXPECT_EQ(e.problem().legal, "opcode 0x2df");
  }
}

template <class F>
Problem problem_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(ReleaseInstruction, WhatDoesNotFit) {
  const std::vector<std::uint8_t> nineteen(19), wide{0, 8};
  EXPECT_EQ(problem_of([&] { encode_pir(nineteen); }).value, "19");
  EXPECT_EQ(problem_of([&] { encode_pir(wide); }).place, "pir, instruction 1");
  EXPECT_EQ(problem_of([] { encode_pbr(0); }).legal, "1 to 9 of the registers 0 to 62");
  EXPECT_THROW(encode_pbr(first_registers(10)), Error);
  EXPECT_THROW(encode_pbr(only(63)), Error);
  EXPECT_NO_THROW(encode_pbr(first_registers(9)));
}

}  // namespace
}  // namespace heddle::release_instruction_test
