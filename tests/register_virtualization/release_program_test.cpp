// SPDX-License-Identifier: Apache-2.0
// The places of metadata instructions among the others.
#include "models/register_virtualization/release_program.hpp"

#include <gtest/gtest.h>

#include "models/register_virtualization/release_instruction.hpp"
#include "tests/register_virtualization/small_code.hpp"

namespace heddle::test::release_program_test {
namespace {

/// One letter a word: i for an instruction, p for a pir, b for a pbr.
std::string kinds(const ReleaseProgram& program) {
  std::string text;
  for (const ReleaseProgram::Word& w : program.words())
    text += !w.metadata ? 'i' : metadata_of(w.bits) == Metadata::pir ? 'p' : 'b';
  return text;
}

Code straight(unsigned size) {
  Code code(size - 1, compute({}, {}));
  code.push_back(leave());
  return code;
}

TEST(ReleaseProgram, APirForEveryEighteenInstructionsOfABlock) {
  const auto of = [](unsigned size) { return kinds(ReleaseProgram(release_points(straight(size)))); };
  const std::string eighteen(18, 'i');
  EXPECT_EQ(of(1), "pi");
  EXPECT_EQ(of(18), "p" + eighteen);
  EXPECT_EQ(of(19), "p" + eighteen + "pi");
  EXPECT_EQ(of(37), "p" + eighteen + "p" + eighteen + "pi");
}

TEST(ReleaseProgram, EveryBlockBeginsWithAPir) {
  const ReleaseProgram program(
      release_points({compute({1}, {}), branch(3, 3), compute({}, {1}), compute({}, {}), leave()}));
  EXPECT_EQ(kinds(program), "piipibpii");
  EXPECT_EQ(program.pirs(), 3u);
  EXPECT_EQ(program.pbrs(), 1u);
  EXPECT_EQ(decode_pir(program.words()[3].bits)[0], 1u);
  EXPECT_EQ(decode_pbr(program.words()[5].bits), only(1));
  EXPECT_EQ(program.first_word(0), 0u);
  EXPECT_EQ(program.first_word(1), 2u) << "inside a block there is nothing ahead";
  EXPECT_EQ(program.first_word(3), 5u) << "a jump to a head meets its metadata";
  EXPECT_EQ(program.word_of(3), 7u);
  EXPECT_EQ(program.ahead(3).size(), 2u);
  EXPECT_TRUE(program.ahead(4).empty());
  for (std::uint32_t pc = 0; pc < 5; ++pc) EXPECT_EQ(program.words()[program.word_of(pc)].instruction, pc);
}

TEST(ReleaseProgram, FlagsGoToTheirInstructions) {
  Code code{compute({1}, {}), compute({2}, {}), compute({3}, {})};
  while (code.size() < 17) code.push_back(compute({}, {}));
  code.push_back(compute({}, {1, 2}));  // the last instruction of the first pir
  code.push_back(compute({}, {2, 3}));  // the first instruction of the second pir
  code.push_back(leave());
  const ReleaseProgram program(release_points(code));
  EXPECT_EQ(decode_pir(program.words()[0].bits)[17], 0b01u);
  EXPECT_EQ(program.ahead(18).size(), 1u);
  EXPECT_EQ(decode_pir(program.ahead(18)[0].bits)[0], 0b11u);
}

TEST(ReleaseProgram, MoreThanNineRegistersTakeSeveralPbr) {
  for (const unsigned count : {9u, 10u, 18u, 19u}) {
    std::vector<unsigned> all;
    for (unsigned r = 0; r < count; ++r) all.push_back(r);
    Code code{branch(count + 2, count + 2)};
    for (const unsigned r : all) code.push_back(compute({r}, {}));
    code.push_back(compute({}, {}));
    code.push_back(compute({}, {}));
    code.push_back(leave());
    const ReleaseProgram program(release_points(code));
    const auto ahead = program.ahead(count + 2);
    ASSERT_EQ(ahead.size(), (count + 8) / 9 + 1) << count;
    RegisterSet released = 0;
    for (const auto& w : ahead.first(ahead.size() - 1)) released |= decode_pbr(w.bits);
    EXPECT_EQ(released, first_registers(count));
    EXPECT_EQ(metadata_of(ahead.back().bits), Metadata::pir) << "the pir is next to what it covers";
  }
}

}  // namespace
}  // namespace heddle::test::release_program_test
