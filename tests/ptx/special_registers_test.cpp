// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/special_registers.hpp"

#include <algorithm>

#include "models/ptx/program/operand_source.hpp"
#include "tests/ptx/evaluate.hpp"

namespace heddle::test::special_registers_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

U64 value_of(const std::string& name, const ptx::WarpContext& context, unsigned lane = 0) {
  const auto number = ptx::special_register(name);
  EXPECT_TRUE(number) << name;
  ptx::Words32 low, high;
  ptx::read_special(*number, context, low);
  ptx::read_special_high(*number, context, high);
  return U64{high[lane]} << 32 | low[lane];
}

TEST(SpecialRegisters, SayWhatTheMachineKnows) {
  const U64 cycle = 0x1234'5678'9abc'def0;
  ptx::WarpContext c;
  c.ntid = {48, 2, 1}, c.ctaid = {5, 6, 7}, c.nctaid = {9, 10, 11};
  c.warp_id = 2, c.sm = 3, c.sm_count = 16, c.shared_bytes = 1024, c.dynamic_shared_bytes = 512,
  c.cycle = &cycle;
  const std::pair<const char*, U64> expected[] = {{"%ntid.x", 48},
                                                  {"%ctaid.z", 7},
                                                  {"%nctaid.y", 10},
                                                  {"%warpid", 2},
                                                  {"%nwarpid", 3},
                                                  {"%smid", 3},
                                                  {"%nsmid", 16},
                                                  {"%gridid", 0},
                                                  {"%clock", 0x9abcdef0},
                                                  {"%clock_hi", 0x12345678},
                                                  {"%clock64", cycle},
                                                  {"%globaltimer", cycle},
                                                  {"%globaltimer_lo", 0x9abcdef0},
                                                  {"%globaltimer_hi", 0x12345678},
                                                  {"%total_smem_size", 1024},
                                                  {"%aggr_smem_size", 1024},
                                                  {"%dynamic_smem_size", 512},
                                                  {"%clusterid.y", 6},
                                                  {"%nclusterid.x", 9},
                                                  {"%cluster_ctaid.x", 0},
                                                  {"%cluster_nctaid.z", 1},
                                                  {"%cluster_ctarank", 0},
                                                  {"%cluster_nctarank", 1},
                                                  {"%envreg0", 0},
                                                  {"%envreg31", 0},
                                                  {"%pm7", 0},
                                                  {"%pm0_64", 0}};
  for (const auto& [name, value] : expected) EXPECT_EQ(value_of(name, c), value) << name;
  for (const char* unknown : {"%envreg32", "%envreg", "%pm8", "%pm1_32", "%clock65"})
    EXPECT_FALSE(ptx::special_register(unknown)) << unknown;
  c.cycle = nullptr;
  EXPECT_EQ(value_of("%clock64", c), 0u);
}

TEST(SpecialRegisters, OfLanes) {
  const ptx::WarpContext c;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const U64 one = U64{1} << lane;
    EXPECT_EQ(value_of("%laneid", c, lane), lane);
    EXPECT_EQ(value_of("%lanemask_eq", c, lane), one);
    EXPECT_EQ(value_of("%lanemask_lt", c, lane), one - 1);
    EXPECT_EQ(value_of("%lanemask_le", c, lane), 2 * one - 1);
    EXPECT_EQ(value_of("%lanemask_ge", c, lane), 0xffffffff - (one - 1));
    EXPECT_EQ(value_of("%lanemask_gt", c, lane), 0xffffffff - (2 * one - 1));
  }
}

TEST(SpecialRegisters, InInstructionsOfEveryWidth) {
  std::vector<U32> a(100);
  const auto narrow = evaluate<std::uint16_t>("mov.u16 %d, %tid.x;", a);
  const auto wide = evaluate<U64>("cvt.u64.u32 %d, %laneid;", a);
  const auto clock = evaluate<U64>("mov.u64 %d, %clock64;", a);
  for (unsigned i = 0; i < 100; ++i) {
    EXPECT_EQ(narrow[i], i % 64);
    EXPECT_EQ(wide[i], i % 32);
    EXPECT_GT(clock[i], 0u);  // the interpreter counts instructions
    EXPECT_EQ(clock[i], clock[i / 32 * 32]);
  }
}

TEST(Moves, PacksAndUnpacksOfEveryWidth) {
  const auto a = drawn(corners<U64>(1), 500, 2);
  const auto same = [](U64 v) { return v; };
  expect_lanes<U64>("{ .reg .b32 x, y; mov.b64 {x, y}, %s0; mov.b64 %d, {x, y}; }", same, a);
  expect_lanes<U64>("{ .reg .b16 x<4>; mov.b64 {x0, x1, x2, x3}, %s0; mov.b64 %d, {x0, x1, x2, x3}; }", same,
                    a);
  const auto b = drawn(corners<U32>(3), 500, 4);
  expect_lanes<U32>(
      "{ .reg .b16 x, y; mov.b32 {x, y}, %s0; mov.b32 %d, {y, x}; }", [](U32 v) { return v << 16 | v >> 16; },
      b);
  expect_lanes<U32>(
      "{ .reg .b8 x<4>; mov.b32 {x0, x1, x2, x3}, %s0; mov.b32 %d, {x3, x0, x1, x2}; }",
      [](U32 v) { return v << 8 | v >> 24; }, b);
  expect_lanes<std::uint16_t>(
      "{ .reg .b16 h; .reg .b8 x, y; cvt.u16.u32 h, %s0; mov.b16 {x, y}, h; mov.b16 %d, {y, x}; }",
      [](U32 v) { return static_cast<std::uint16_t>((v & 0xff) << 8 | (v >> 8 & 0xff)); }, b);
  expect_lanes<U32>(
      "{ .reg .b16 x; mov.b32 {_, x}, %s0; cvt.u32.u16 %d, x; }", [](U32 v) { return v >> 16; }, b);
}

TEST(Moves, AddressesOfConstantsAndSharedWindows) {
  const std::vector<U32> a{1};
  EXPECT_EQ(evaluate<U64>("cvta.const.u64 %d, 4096;", a)[0], 4096u);
  EXPECT_EQ(evaluate<U64>("cvta.to.const.u64 %d, 4096;", a)[0], 4096u);
  EXPECT_EQ(evaluate<Pred>("{ .reg .b64 q; cvta.shared::cta.u64 q, 16; isspacep.shared %d, q; }", a)[0], 1u);
  EXPECT_EQ(evaluate<Pred>("{ .reg .b64 q; cvta.shared.u64 q, 16; isspacep.shared::cta %d, q; }", a)[0], 1u);
  EXPECT_EQ(evaluate<Pred>("{ .reg .b64 q; cvta.shared.u64 q, 16; isspacep.const %d, q; }", a)[0], 0u);
  EXPECT_EQ(evaluate<Pred>("{ .reg .b64 q; cvta.shared.u64 q, 16; isspacep.param %d, q; }", a)[0], 0u);
  EXPECT_EQ(evaluate<U64>("{ .reg .b64 q; cvta.shared.u64 q, 16; cvta.to.shared::cta.u64 %d, q; }", a)[0],
            16u);
}

}  // namespace
}  // namespace heddle::test::special_registers_test
