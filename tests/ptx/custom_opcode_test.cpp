// SPDX-License-Identifier: Apache-2.0
#include "models/base/error.hpp"
#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/lanes.hpp"
#include "tests/ptx/evaluate.hpp"

/// The worked example of models/ptx/README.md: two instructions that PTX does not have.
namespace heddle::test::custom_opcode_test {
namespace {

using ptx::Instruction;
using ptx::lanewise;
using ptx::Unit;

/// sqdiff d, a, b: the square of the difference. Only the work of one lane has to be written.
template <class T>
T squared_difference(T a, T b) {
  return (a - b) * (a - b);
}

/// lanesum d|p, a: d is the sum of a over the lanes that execute it, p whether a lies above the mean. An
/// instruction that looks at other lanes gets the whole warp.
void lane_sum(const Instruction& i, const ptx::WarpContext& c, LaneMask active, ptx::Operands& o) {
  const ptx::Source<std::uint32_t> a(i.operand[0], c, o);
  std::uint32_t sum = 0, lanes = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (active >> lane & 1) sum += a[lane], ++lanes;
  ptx::Results<std::uint32_t> results;
  o.predicate[0] = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    results.put(lane, sum);
    if (std::uint64_t{a[lane]} * lanes > sum) o.predicate[0] |= LaneMask{1} << lane;
  }
  results.store(i, active, o);
}

using ptx::by_type;
using Types = ptx::TypeList<std::uint32_t, float>;
const ptx::Opcode rows[] = {
    {"sqdiff.u32|f32", "=0 0 0", Unit::sp, EACH(Types, squared_difference)},
    {"lanesum.u32", "=0| 0", Unit::sfu, ptx::always([](Instruction&) -> ptx::Execute { return lane_sum; })},
};
[[maybe_unused]] const bool added = ptx::add_opcodes(rows);

TEST(CustomOpcode, ComputesOnEveryLane) {
  const auto a = drawn(corners<std::uint32_t>(1), 500, 2), b = drawn(corners<std::uint32_t>(3), 500, 4);
  expect_lanes<std::uint32_t>(
      "sqdiff.u32 %d, %s0, %s1;", [](std::uint32_t x, std::uint32_t y) { return (x - y) * (x - y); }, a, b);
  expect_lanes<std::uint32_t>(
      "sqdiff.u32 %d, %s0, 3;", [](std::uint32_t x) { return (x - 3) * (x - 3); }, a);
  expect_lanes<float>(
      "sqdiff.f32 %d, %s0, %s1;", [](float x, float y) { return (x - y) * (x - y); }, corners<float>(5),
      corners<float>(6));
}

TEST(CustomOpcode, SeesTheOtherLanesAndItsGuard) {
  std::vector<std::uint32_t> a;
  std::vector<Pred> even;
  for (std::uint32_t i = 0; i < 64; ++i) {
    a.push_back(i);
    even.push_back({i % 2 == 0});
  }
  const auto sums = evaluate<std::uint32_t>("mov.u32 %d, 7;\n@%s1 lanesum.u32 %d, %s0;", a, even);
  const auto above = evaluate<Pred>("lanesum.u32 _|%d, %s0;", a);
  for (std::uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(sums[i], i % 2 ? 7u : i < 32 ? 240u : 752u) << i;
    EXPECT_EQ(above[i], i % 32 >= 16 ? 1u : 0u) << i;
  }
}

/// Wrong uses are reported like those of any other instruction.
TEST(CustomOpcode, MistakesAreNamed) {
  const auto message = [](const char* instruction) -> std::string {
    try {
      evaluate<std::uint32_t>(instruction, std::vector<std::uint32_t>{1});
    } catch (const Error& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_NE(message("sqdiff.s64 %d, %s0, 1;").find("sqdiff.(u32|f32)"), std::string::npos);
  EXPECT_NE(message("sqdiff.u32 %d, %s0;").find("wrong number of operands"), std::string::npos);
  EXPECT_NE(message("sqdif.u32 %d, %s0, 1;").find("'sqdiff'"), std::string::npos)
      << message("sqdif.u32 %d, %s0, 1;");
  EXPECT_NE(message("sqdiff.u32 %p, %s0, 1;").find("does not fit"), std::string::npos);
}

}  // namespace
}  // namespace heddle::test::custom_opcode_test
