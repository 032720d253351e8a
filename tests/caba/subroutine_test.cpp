// SPDX-License-Identifier: Apache-2.0
// What a subroutine may be, and what of it is refused.
#include "models/caba/subroutine.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "models/base/error.hpp"
#include "models/caba/subroutine_run.hpp"
#include "models/ptx/load.hpp"

namespace heddle::subroutine_test {
namespace {

std::string text_of(const std::string& body, const std::string& head = "()") {
  return ".version 6.0\n.target sm_30\n.address_size 32\n.visible .entry subroutine" + head +
         "\n{\n.reg .b32 %r<8>;\n.reg .pred %p<4>;\n" + body + "\n}\n";
}

/// Loading, and running it on a line of zeros, throws an error that says so and names this place.
void expect_refused(const std::string& text, const std::string& said,
                    const std::string& place = "subroutine.ptx") {
  try {
    LineSlot line;
    run_subroutine(subroutine_of(text, "subroutine.ptx"), line);
    ADD_FAILURE() << "taken, where \"" << said << "\" is expected";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(said), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(place), std::string::npos) << e.what();
  }
}

TEST(Subroutine, RunsInItsLanes) {
  const Subroutine s =
      subroutine_of(text_of("mov.u32 %r1, %laneid;\nadd.u32 %r2, %r1, 7;\nst.line.u8 [%r1], %r2;\nret;",
                            "() .reqntid 5, 1, 1"),
                    "subroutine.ptx");
  EXPECT_EQ(s.lanes(), 0x1fu);
  LineSlot line;
  EXPECT_EQ(run_subroutine(s, line), 4u);
  for (unsigned b = 0; b < LineSlot::size; ++b)
    EXPECT_EQ(static_cast<unsigned>(line.bytes[b]), b < 5 ? b + 7 : 0) << b;
}

TEST(Subroutine, ReadsAnyByteOfItsLine) {
  const Subroutine s =
      subroutine_of(text_of("ld.line.u32 %r1, [3];\nst.line.u32 [97], %r1;\nret;"), "subroutine.ptx");
  LineSlot line;
  for (unsigned b = 0; b < 128; ++b) line.bytes[b] = std::byte(b);
  run_subroutine(s, line);
  for (unsigned b = 0; b < 4; ++b) EXPECT_EQ(line.bytes[97 + b], std::byte(3 + b));
}

/// With .lane the address is of lane 0's element, and each lane has the next one.
TEST(Subroutine, LanesHaveElementsOfTheirNumber) {
  const Subroutine s = subroutine_of(text_of("ld.line.lane.v2.u8 {%r1, %r2}, [1];\nadd.u32 %r1, %r1, %r2;\n"
                                             "mov.u32 %r3, 2;\nst.line.lane.u16 [%r3+64], %r1;\nret;",
                                             "() .reqntid 30, 1, 1"),
                                     "subroutine.ptx");
  LineSlot line;
  for (unsigned b = 0; b < 128; ++b) line.bytes[b] = std::byte(b);
  run_subroutine(s, line);
  for (unsigned lane = 0; lane < 30; ++lane) {
    EXPECT_EQ(line.bytes[66 + 2 * lane], std::byte(4 * lane + 3)) << lane;
    EXPECT_EQ(line.bytes[67 + 2 * lane], std::byte(0)) << lane;
  }
  EXPECT_EQ(line.bytes[126], std::byte(126));
}

/// Predicates are bits: those of lanes that do not take part stay as they are, in both.
TEST(Subroutine, PredicatesAreBitsOfItsLine) {
  const std::string body =
      "setp.ne.u32 %p1, %r1, %r1;\nmov.u32 %r2, %laneid;\nsetp.ge.u32 %p3, %r2, 4;\n"
      "@%p3 ld.line.lane.pred %p1, [3];\nst.line.lane.pred [16], %p1;\n"
      "ld.line.lane.v2.pred {%p1, %p2}, [3];\n@%p3 st.line.lane.v2.pred [32], {%p2, !%p1};\nret;";
  const Subroutine s = subroutine_of(text_of(body), "subroutine.ptx");
  LineSlot line;
  const std::uint64_t bits = 0x9e37'79b9'7f4a'7c15, ones = ~std::uint64_t{0};
  std::memcpy(&line.bytes[3], &bits, 8);
  std::memcpy(&line.bytes[32], &ones, 8);
  std::uint64_t exchanged = 0xff;  // of lanes 0 to 3
  for (unsigned lane = 4; lane < 32; ++lane) {
    exchanged |= (bits >> (2 * lane + 1) & 1) << 2 * lane;
    exchanged |= (~bits >> 2 * lane & 1) << (2 * lane + 1);
  }
  run_subroutine(s, line);
  std::uint64_t found = 0;
  std::memcpy(&found, &line.bytes[16], 4);
  EXPECT_EQ(found, bits & 0xffff'fff0);
  std::memcpy(&found, &line.bytes[32], 8);
  EXPECT_EQ(found, exchanged);
}

TEST(Subroutine, PredicatesOfALineHaveALaneEach) {
  expect_refused(text_of("ld.line.pred %p1, [3];\nret;"), "lane", "subroutine.ptx:8");
  expect_refused(text_of("ld.line.lane.pred %r1, [3];\nret;"), ".pred", "subroutine.ptx:8");
  expect_refused(text_of("ld.line.lane.v4.pred {%p0, %p1, %p2, %p3}, [3];\nret;"), "v4", "subroutine.ptx:8");
  expect_refused(text_of("ld.line.lane.pred %p1, [137];\nret;"), "lane 24 of an assist warp reaches outside",
                 "subroutine.ptx:8");
  expect_refused(text_of("st.line.lane.u32 [16], %r1;\nret;"), "lane 31 of an assist warp reaches outside",
                 "subroutine.ptx:8");
}

TEST(Subroutine, WhatItMustNotHaveIsNamed) {
  expect_refused(text_of("ret;", "(.param .u32 n)"), "parameters");
  expect_refused(text_of("ld.global.u32 %r1, [%r2];\nret;"), "memory other than .line");
  expect_refused(text_of("bar.sync 0;\nret;"), "a barrier");
  expect_refused(text_of("trap;\nret;"), "a trap");
  expect_refused(text_of("membar.gl;\nret;"), "a fence");
  expect_refused(text_of(".shared .b32 s;\nst.shared.u32 [s], 1;\nret;"), "memory");
  expect_refused(text_of("ret;", "() .maxntid 64, 1, 1"), "64 lanes");
  expect_refused(text_of("add.u32 %r1, %r9;\nret;"), "subroutine.ptx:8");
  expect_refused(text_of("ret;") + ".visible .entry second()\n{\nret;\n}\n", "2 entries");
}

TEST(Subroutine, ItReachesItsLineAlone) {
  expect_refused(text_of("mov.u32 %r1, %laneid;\nst.line.u32 [%r1+134], %r1;\nret;"),
                 "lane 3 of an assist warp reaches outside", "subroutine.ptx:9: ");
  expect_refused(text_of("mov.u32 %r1, 0;\nld.line.u8 %r2, [%r1+-1];\nret;"),
                 "lane 0 of an assist warp reaches outside", "subroutine.ptx:9: ");
}

/// The error when its tables have that many bytes; none: an empty string.
std::string error_with_tables(const std::string& body, std::size_t bytes) {
  try {
    LineSlot line;
    const std::vector<std::byte> tables(bytes);
    run_subroutine(subroutine_of(text_of(body), "subroutine.ptx", SubroutineMemory::with_tables), line,
                   tables);
    return {};
  } catch (const Error& e) {
    return e.what();
  }
}
void expect_said(const std::string& error, const std::string& said) {
  EXPECT_NE(error.find(said), std::string::npos) << error;
}

const std::string table = ".shared .align 4 .b8 t[64];\nmov.u32 %r1, %laneid;\nmov.u32 %r3, t;\n";

TEST(Subroutine, ReadsItsTables) {
  const Subroutine s =
      subroutine_of(text_of(table + "ld.shared.u8 %r2, [%r1+16];\nst.line.u8 [%r1], %r2;\nret;"),
                    "subroutine.ptx", SubroutineMemory::with_tables);
  std::vector<std::byte> tables(64);
  for (unsigned b = 0; b < 64; ++b) tables[b] = std::byte(3 * b);
  LineSlot line;
  EXPECT_EQ(run_subroutine(s, line, tables), 5u);
  for (unsigned b = 0; b < 32; ++b) EXPECT_EQ(line.bytes[b], std::byte(3 * (b + 16))) << b;
}

TEST(Subroutine, ReachesNoMoreThanItsTables) {
  EXPECT_EQ(error_with_tables(table + "ld.shared.u8 %r2, [%r1+32];\nret;", 64), "");
  expect_said(error_with_tables(table + "ld.shared.u8 %r2, [%r1+40];\nret;", 64),
              "subroutine.ptx:11: lane 24 of an assist warp reaches outside its tables");
  expect_said(error_with_tables(table + "ld.shared.u32 %r2, [%r1];\nret;", 64), "lane 1 of");
  expect_said(error_with_tables(table + "ret;", 60), "larger tables than it is given");
  expect_said(error_with_tables(table + "st.shared.u32 [t], %r1;\nret;", 64), "loads of .shared");
  expect_said(error_with_tables(table + "atom.shared.add.u32 %r2, [t], 1;\nret;", 64), "loads of .shared");
  expect_said(error_with_tables("ld.global.u32 %r1, [%r2];\nret;", 64), "loads of .shared");
}

TEST(Subroutine, ThatDoesNotEndIsStopped) {
  expect_refused(text_of("AGAIN: bra AGAIN;\nret;"), "does not end");
}

TEST(Subroutine, AProgramHasNoLine) {
  try {
    ptx::load_module(text_of("ld.line.u32 %r1, [0];\nret;"), "program.ptx");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("program.ptx:8"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("a program has no memory line"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::subroutine_test
