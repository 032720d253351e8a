// SPDX-License-Identifier: Apache-2.0
// The cases of Jeon2015, section 6.1 and Figure 4, and those that PTX adds.
#include "models/register_virtualization/release_points.hpp"

#include <gtest/gtest.h>

#include "models/register_virtualization/source_groups.hpp"
#include "tests/ptx/one_kernel.hpp"
#include "tests/register_virtualization/small_code.hpp"

namespace heddle::test::release_points_test {
namespace {

/// A is the paper's register; B is any other one.
constexpr unsigned A = 1, B = 2;

TEST(ReleasePoints, InsideABlockAtTheLastReadBeforeAWrite) {  // Figure 4 (a)
  const ReleasePoints p = release_points({compute({A}, {}), compute({B}, {A}), compute({B}, {B, A}),  //
                                          compute({A}, {}), compute({}, {A, B}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 0b10, 0, 0b11, 0}));
  EXPECT_EQ(p.ahead, std::vector<RegisterSet>(6));
}

TEST(ReleasePoints, AtReconvergenceWhenBothFlowsRead) {                    // Figure 4 (b)
  const ReleasePoints p = release_points({compute({A}, {}), branch(4, 5),  //
                                          compute({}, {A}), jump(5),       //
                                          compute({}, {A}),                //
                                          compute({B}, {}), compute({}, {B}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(p.ahead, (std::vector<RegisterSet>{0, 0, 0, 0, 0, only(A), 0, 0}));
}

TEST(ReleasePoints, AtReconvergenceWhenOneFlowReadsAndAllMayTakeTheOther) {  // Figure 4 (c)
  // No lane of the other path needs A, so the path that reads A releases it at once. A warp that does not
  // take this path releases A where the paths meet.
  const ReleasePoints p = release_points({compute({A}, {}), branch(3, 3),  //
                                          compute({}, {A}),                //
                                          compute({}, {}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 1, 0, 0}));
  EXPECT_EQ(p.ahead, (std::vector<RegisterSet>{0, 0, 0, only(A), 0}));
}

TEST(ReleasePoints, ALoopCarriedValueIsReleasedBehindTheLoop) {                              // Figure 4 (d)
  const ReleasePoints p = release_points({compute({A}, {}),                                  //
                                          compute({}, {A}), compute({A}, {}), branch(1, 4),  //
                                          compute({}, {}), leave()});
  EXPECT_EQ(p.flags[1], 1u) << "the next iteration reads what is written behind this";
  EXPECT_EQ(p.ahead, (std::vector<RegisterSet>{0, 0, 0, 0, only(A), 0}));
  const ReleasePoints read_only = release_points({compute({A}, {}),                //
                                                  compute({}, {A}), branch(1, 3),  //
                                                  compute({}, {}), leave()});
  EXPECT_EQ(read_only.flags[1], 0u);
  EXPECT_EQ(read_only.ahead[3], only(A));
}

TEST(ReleasePoints, AValueOfOneIterationIsReleasedInTheBody) {                               // Figure 4 (e)
  const ReleasePoints p = release_points({compute({}, {}),                                   //
                                          compute({A}, {}), compute({}, {A}), branch(1, 4),  //
                                          compute({}, {}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(p.ahead, std::vector<RegisterSet>(6));
}

TEST(ReleasePoints, LanesThatLeaveALoopWaitWithTheirValues) {
  // A is written and read in the body, and read behind the loop, which lanes leave one by one.
  const ReleasePoints p = release_points({compute({A}, {}), compute({B}, {A}), branch(4, 4),  //
                                          jump(0),                                            //
                                          compute({}, {A}), leave()});
  EXPECT_EQ(p.flags[1], 0u);
  EXPECT_EQ(p.flags[4], 1u);
  // B is never read.
  EXPECT_EQ(p.ahead, (std::vector<RegisterSet>{0, 0, 0, only(B), only(B), 0}));
}

TEST(ReleasePoints, AGuardedWriteIsNoRedefinition) {
  const ReleasePoints p =
      release_points({compute({A}, {}), compute({}, {A}), compute({A}, {}, 0), compute({}, {A}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 0, 1, 0}));
}

TEST(ReleasePoints, AnOperandThatIsAlsoWrittenStaysMapped) {
  const ReleasePoints p =
      release_points({compute({A}, {}), compute({A}, {A}), compute({A}, {A, B}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 0b10, 0}));
}

TEST(ReleasePoints, NoRegisterIsReleasedTwice) {
  EXPECT_EQ(release_points({compute({A}, {}), compute({B}, {A, A}), leave()}).flags[1], 1u);
}

TEST(ReleasePoints, LanesThatExitNeedNothing) {
  const ReleasePoints p =
      release_points({compute({A, B}, {}), leave(0), compute({}, {A}), compute({}, {B}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0, 1, 1, 0}));
  EXPECT_TRUE(p.head[2]);
}

TEST(ReleasePoints, ExemptRegistersStay) {
  const Code code{compute({0, 1, 2}, {}), branch(3, 3), compute({}, {1, 2}), compute({}, {0}), leave()};
  const ReleasePoints all = release_points(code), some = release_points(code, 2);
  EXPECT_EQ(all.flags, (std::vector<std::uint8_t>{0, 0, 0b11, 1, 0}));
  EXPECT_EQ(some.flags, (std::vector<std::uint8_t>{0, 0, 0b10, 0, 0}));
  EXPECT_EQ(all.ahead[3], only(1) | only(2));
  EXPECT_EQ(some.ahead[3], only(2));
}

TEST(SourceGroups, PairsAndRowsHaveOneBit) {
  const ptx::Kernel k = one_kernel(".param .u64 a", R"(
    .reg .b64 %a, %b; .reg .b32 %x<4>; .reg .b16 %h<4>; .reg .f32 %f<3>;
    ld.param.u64 %a, [a];
    ld.global.v4.u32 {%x0, %x1, %x2, %x3}, [%a];
    st.global.v4.u32 [%a], {%x0, %x1, %x2, %x3};
    atom.global.cas.b64 %b, [%a], %b, %a;
    fma.rn.f32 %f0, %f0, %f1, %f2;
    mov.b64 %b, {%h0, %h1, %h2, %h3};
    st.global.b64 [%a+8], %b;
    st.shared.u32 [8], %x0;
    ret;)");
  const auto sizes = [&](std::size_t n) {
    std::vector<int> bits;
    for (const RegisterSet g : source_groups(k.code[n])) bits.push_back(std::popcount(g));
    return bits;
  };
  EXPECT_EQ(sizes(0), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(sizes(1), (std::vector<int>{2, 0, 0}));
  EXPECT_EQ(sizes(2), (std::vector<int>{2, 4, 0}));
  EXPECT_EQ(sizes(3), (std::vector<int>{2, 2, 2}));
  EXPECT_EQ(sizes(4), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(sizes(5), (std::vector<int>{1, 1, 1})) << "the fourth half has no bit";
  EXPECT_EQ(sizes(6), (std::vector<int>{2, 2, 0}));
  EXPECT_EQ(sizes(7), (std::vector<int>{1, 0, 0})) << "the address is a literal";
  for (const ptx::Instruction& i : k.code)
    for (const RegisterSet g : source_groups(i))  // aligned
      EXPECT_TRUE(g == 0 || std::countr_zero(g) % std::popcount(g) == 0);
}

TEST(ReleasePoints, WhatNoFlagCanNameGoesAtTheNextHead) {
  // One register of a stored pair is still live; and the fourth operand of an instruction has no flag.
  ptx::Instruction store = compute({}, {8, 4, 5});
  store.memory = {.space = ptx::Space::global, .store = true, .width = 4, .elements = 2, .address_bits = 32};
  store.operand[1] = store.operand[2] = {};
  const ReleasePoints p = release_points({compute({4, 5, 8}, {}), store,                          //
                                          compute({0, 1, 2, 3}, {}), compute({6}, {0, 1, 2, 3}),  //
                                          branch(6, 6), compute({}, {5, 6}),                      //
                                          compute({}, {5}), leave()});
  EXPECT_EQ(p.flags, (std::vector<std::uint8_t>{0, 0b01, 0, 0b111, 0, 0b10, 1, 0}));
  EXPECT_EQ(p.ahead,
            (std::vector<RegisterSet>{0, 0, 0, 0, 0, only(3) | only(4), only(3) | only(4) | only(6), 0}));
}

TEST(ReleasePoints, BehindACallGoesWhatTheFunctionHadToKeep) {
  // One caller needs register 1 behind the call, the other does not; the function is the last to read it.
  const Code code{compute({1}, {}),  call(7),
                  compute({}, {1}),  //
                  compute({1}, {}),  call(7),
                  compute({}, {}),   leave(),                      //
                  compute({3}, {1}), control(ptx::Control::ret)};  // 7
  const ReleasePoints p = release_points(code);
  EXPECT_EQ(p.flags[7], 0u);
  EXPECT_TRUE(p.head[2] && p.head[5] && p.head[7]);
  EXPECT_EQ(p.ahead[2], only(3));
  EXPECT_EQ(p.ahead[5], only(1) | only(3));
}

}  // namespace
}  // namespace heddle::test::release_points_test
