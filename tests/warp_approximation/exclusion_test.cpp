// SPDX-License-Identifier: Apache-2.0
// Which instructions stay exact in approximate regions, and why.
#include <gtest/gtest.h>

#include <map>

#include "tests/warp_approximation/marked_kernel.hpp"

namespace heddle::test::exclusion_test {
namespace {

using Kinds = std::map<std::uint32_t, Approximation>;

/// Returns the kind of each PTX line from 6 on (the second line of the body) that is in a region. Of a line
/// with several instructions one kind is returned.
Kinds kinds(const ptx::Kernel& kernel, Exclude exclude = Exclude::addresses_and_branches) {
  const ApproximationPlan plan = plan_approximation(kernel, {.exclude = exclude});
  Kinds found;
  for (std::size_t i = 0; i < plan.code.size(); ++i)
    if (plan.code[i].region != no_region) found[kernel.code[i].line - 5] = plan.code[i].is;
  return found;
}
/// Returns a kernel whose body, all in one region, begins on line 5 + 1.
ptx::Kernel in_region(const std::string& body, const std::string& before = "") {
  return one_kernel(
      ".param .u64 a",
      ".reg .f32 %f<8>; .reg .b32 %r<9>; .reg .b64 %a<8>; .reg .f64 %d<4>; .reg .b16 %h<4>; .reg "
      ".pred %p<4>; ld.param.u64 %a0, [a]; " +
          before + " .pragma \"heddle.approxBegin\";\n" + body + "\n.pragma \"heddle.approxEnd\";\nret;");
}

TEST(Exclusion, KindsOfInstructions) {
  using A = Approximation;
  const ptx::Kernel kernel = in_region(R"(ld.global.f32 %f0, [%a0];
st.global.f32 [%a0], %f0;
atom.global.add.u32 %r0, [%a0], %r1;
bar.sync 0;
bra Next;
Next: vote.all.pred %p0, %p1;
shfl.down.b32 %r2, %r1, 1, 31;
activemask.b32 %r3;
setp.lt.f32 %p0, %f0, %f1;
selp.f32 %f2, %f0, %f1, %p0;
mov.u32 %r4, %tid.x;
add.u32 %r5, %r4, %laneid;
mov.u32 %r6, %ctaid.x;
mov.f32 %f3, 0f3F800000;
add.cc.u32 %r7, %r5, %r6;
addc.u32 %r7, %r5, %r6;
fma.rn.f32 %f4, %f0, %f1, %f2;
nanosleep.u32 20;
membar.gl;
ld.param.u64 %a1, [a];
@%p0 mul.f32 %f5, %f4, %f4;)");
  EXPECT_EQ(kinds(kernel, Exclude::addresses), (Kinds{{1, A::memory},
                                                      {2, A::memory},
                                                      {3, A::memory},
                                                      {4, A::control},
                                                      {5, A::control},
                                                      {6, A::lane_exchange},
                                                      {7, A::lane_exchange},
                                                      {8, A::lane_exchange},
                                                      {9, A::predicate_result},
                                                      {10, A::predicate_operand},
                                                      {11, A::lane_register},
                                                      {12, A::lane_register},
                                                      {13, A::approximable},
                                                      {14, A::approximable},
                                                      {15, A::predicate_result},
                                                      {16, A::predicate_operand},
                                                      {17, A::approximable},
                                                      {18, A::no_result},
                                                      {19, A::control},
                                                      {20, A::memory},
                                                      {21, A::approximable}}));
}

TEST(Exclusion, AddressesAreFollowedThroughTheWholeKernel) {
  using A = Approximation;
  // Lines 1 to 4 compute the address of line 7, behind a loop; lines 5 and 6 do not.
  const ptx::Kernel kernel = in_region(R"(shl.b32 %r1, %r0, 2;
cvt.u64.u32 %a1, %r1;
add.u64 %a2, %a0, %a1;
or.b32 %r2, %r0, 3;
mul.f32 %f1, %f0, %f0;
add.u32 %r3, %r2, 1;
Loop: ld.global.f32 %f2, [%a2];
add.u64 %a2, %a2, 4;
setp.lt.f32 %p0, %f2, %f1;
@%p0 bra Loop;)",
                                       "mov.u32 %r0, %tid.x;");
  EXPECT_EQ(kinds(kernel, Exclude::addresses), (Kinds{{1, A::address},
                                                      {2, A::address},
                                                      {3, A::address},
                                                      {4, A::approximable},
                                                      {5, A::approximable},
                                                      {6, A::approximable},
                                                      {7, A::memory},
                                                      {8, A::address},
                                                      {9, A::predicate_result},
                                                      {10, A::control}}));
  EXPECT_EQ(kinds(kernel).at(5), A::condition) << "the loop's condition depends on it";
  EXPECT_EQ(kinds(kernel).at(6), A::approximable);
}

TEST(Exclusion, ThroughSelectionsGuardsAndCarries) {
  using A = Approximation;
  const ptx::Kernel kernel = in_region(R"(add.u32 %r1, %r0, 1;
setp.lt.u32 %p0, %r1, 4;
add.u32 %r2, %r0, 2;
setp.lt.u32 %p1, %r2, 4;
add.u32 %r3, %r0, 3;
add.cc.u32 %r4, %r3, %r0;
addc.u32 %r5, %r0, 0;
selp.b32 %r6, 4, 8, %p0;
@%p1 add.u32 %r6, %r6, 4;
add.u32 %r6, %r6, %r5;
cvt.u64.u32 %a1, %r6;
st.global.u32 [%a1], %r0;)",
                                       "mov.u32 %r0, 5;");
  const Kinds found = kinds(kernel, Exclude::addresses);
  for (const std::uint32_t line : {1u, 3u, 5u, 9u, 10u, 11u}) EXPECT_EQ(found.at(line), A::address) << line;
}

TEST(Exclusion, GuardsAreConditionsWhateverTheyGuard) {
  using A = Approximation;
  const ptx::Kernel kernel = in_region(R"(add.u32 %r1, %r0, 1;
setp.lt.u32 %p0, %r1, 4;
mul.f32 %f1, %f0, %f0;
@%p0 add.f32 %f2, %f1, %f0;
add.u32 %r2, %r0, 2;
setp.lt.u32 %p1, %r2, 4;
selp.f32 %f3, %f2, %f1, %p1;)");
  EXPECT_EQ(kinds(kernel).at(1), A::condition);
  EXPECT_EQ(kinds(kernel).at(4), A::approximable);
  EXPECT_EQ(kinds(kernel).at(5), A::approximable) << "a selection chooses a value, not a way";
  EXPECT_EQ(kinds(kernel, Exclude::addresses).at(1), A::approximable);
}

TEST(Exclusion, LaneNumbersMasksCoordinatesAndBarriersAreLikeAddresses) {
  using A = Approximation;
  const ptx::Kernel kernel = in_region(R"(add.u32 %r1, %r0, 1;
add.u32 %r2, %r0, 2;
shfl.idx.b32 %r3, %r2, %r1, 31;
add.u32 %r4, %r0, 3;
vote.sync.any.pred %p0, %p1, %r4;
add.u32 %r5, %r0, 4;
bar.sync %r5;
add.u32 %r6, %r0, 5;
elect.sync %r7|%p2, %r6;)");
  const Kinds found = kinds(kernel, Exclude::addresses);
  EXPECT_EQ(found.at(1), A::address);
  EXPECT_EQ(found.at(2), A::approximable) << "the value that is exchanged";
  EXPECT_EQ(found.at(4), A::address);
  EXPECT_EQ(found.at(6), A::address);
  EXPECT_EQ(found.at(8), A::address);
}

TEST(Exclusion, SpilledAddressesAreFollowedThroughLocalMemory) {
  std::string body =
      ".reg .b64 %x<12>; .reg .f32 %f<12>; .reg .f32 %s;\nld.param.u64 %x0, [a];\n"
      ".pragma \"heddle.approxBegin\";\n";
  for (int r = 1; r < 12; ++r) body += fmt::format("add.u64 %x{}, %x{}, 4;\n", r, r - 1);
  for (int r = 0; r < 12; ++r) body += fmt::format("mov.f32 %f{}, {}.0;\n", r, r);
  body += ".pragma \"heddle.approxEnd\";\n";
  for (int r = 0; r < 12; ++r) body += fmt::format("st.global.f32 [%x{}], %f{};\n", r, r);
  const std::string text = one_kernel_text(".param .u64 a", body + "ret;");
  for (const std::uint32_t limit : {63u, 10u}) {
    const ptx::Kernel kernel = ptx::kernel_of(text, "k.ptx", "k", {.max_registers = limit});
    EXPECT_EQ(kernel.spilled_registers != 0, limit == 10);
    const ApproximationPlan plan = plan_approximation(kernel);
    for (std::size_t i = 0; i < plan.code.size(); ++i) {
      if (plan.code[i].is == Approximation::outside || plan.code[i].is == Approximation::memory) continue;
      const bool adds = kernel.code[i].line <= 18;
      EXPECT_EQ(plan.code[i].is, adds ? Approximation::address : Approximation::approximable) << i;
    }
  }
}

TEST(Exclusion, ArgumentsOfCallsAreFollowed) {
  const ptx::Kernel kernel = ptx::load_module(R"(.version 6.0
.target sm_50
.address_size 64
.func (.reg .b32 %out) fetch(.reg .b64 %in, .reg .f32 %f) {
ld.global.u32 %out, [%in];
ret;
}
.visible .entry k(.param .u64 a) {
.reg .b32 %r<4>; .reg .b64 %a<3>; .reg .f32 %f<3>;
ld.param.u64 %a0, [a];
.pragma "heddle.approxBegin";
add.u64 %a1, %a0, 8;
call (%r1), fetch, (%a1, %f1);
add.u32 %r2, %r1, 1;
.pragma "heddle.approxEnd";
st.global.u32 [%a0], %r2;
ret;
})",
                                              "k.ptx")
                                 .at(0);
  const Kinds found = kinds(kernel);
  EXPECT_EQ(found.at(12 - 5), Approximation::address);
  EXPECT_EQ(found.at(14 - 5), Approximation::approximable);
}

TEST(Exclusion, OtherMemoryIsNotFollowed) {
  const ptx::Kernel kernel = in_region(R"(add.u32 %r1, %r0, 1;
st.global.u32 [%a0], %r1;
ld.global.u32 %r2, [%a0];
cvt.u64.u32 %a1, %r2;
ld.global.u32 %r3, [%a1];)");
  const Kinds found = kinds(kernel);
  EXPECT_EQ(found.at(1), Approximation::approximable);
  EXPECT_EQ(found.at(4), Approximation::address);
}

TEST(Exclusion, UpperWordsAndPackedValuesCompareExactly) {
  const ptx::Kernel kernel = in_region(R"(add.f64 %d0, %d1, %d2;
add.f32 %f0, %f1, %f2;
fma.rn.f16x2 %r0, %r1, %r2, %r3;
mov.b32 %r4, {%h0, %h1};
mov.b64 {%r5, %r6}, %d0;
mov.b64 %d3, {%r5, %r6};
add.f16 %h2, %h0, %h1;)");
  const ApproximationPlan plan = plan_approximation(kernel);
  std::map<std::uint32_t, unsigned> exact;
  for (std::size_t i = 0; i < plan.code.size(); ++i)
    if (plan.code[i].is == Approximation::approximable)
      exact[kernel.code[i].line - 5] = plan.code[i].exact_destinations;
  EXPECT_EQ(exact,
            (std::map<std::uint32_t, unsigned>{{1, 2}, {2, 0}, {3, 1}, {4, 1}, {5, 0}, {6, 2}, {7, 0}}));
}

TEST(Exclusion, CountsOfARegion) {
  const ptx::Kernel kernel =
      in_region("mov.u32 %r0, %tid.x;\nadd.f32 %f0, %f1, %f1;\nmul.f32 %f2, %f0, %f1;");
  const ApproximationPlan::Counts counts = plan_approximation(kernel).counts(0);
  ApproximationPlan::Counts expected{};
  expected[static_cast<std::size_t>(Approximation::approximable)] = 2;
  expected[static_cast<std::size_t>(Approximation::lane_register)] = 1;
  EXPECT_EQ(counts, expected);
}

}  // namespace
}  // namespace heddle::test::exclusion_test
