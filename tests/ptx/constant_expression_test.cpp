// SPDX-License-Identifier: Apache-2.0
#include "models/base/error.hpp"
#include "tests/ptx/evaluate.hpp"

namespace heddle::test::constant_expression_test {
namespace {

using U64 = std::uint64_t;

U64 value(const std::string& expression) {
  return evaluate<U64>(fmt::format("mov.u64 %d, {};", expression), std::vector<U64>{0})[0];
}
U64 of(std::int64_t v) { return static_cast<U64>(v); }

TEST(ConstantExpressions, LiteralsOfEveryForm) {
  EXPECT_EQ(value("0x1F"), 31u);
  EXPECT_EQ(value("0X1f"), 31u);
  EXPECT_EQ(value("0b1011"), 11u);
  EXPECT_EQ(value("017"), 15u);
  EXPECT_EQ(value("0"), 0u);
  EXPECT_EQ(value("42U"), 42u);
  EXPECT_EQ(value("0xffffffffffffffffU"), ~U64{0});
  EXPECT_EQ(value("-5"), of(-5));
  EXPECT_EQ(value("-(3)"), of(-3));
  EXPECT_EQ(value("WARP_SZ"), 32u);
  EXPECT_EQ(evaluate<double>("mov.f64 %d, 0d3FF8000000000000;", std::vector<U64>{0})[0], 1.5);
  EXPECT_EQ(evaluate<float>("mov.f32 %d, 0f3FC00000;", std::vector<U64>{0})[0], 1.5f);
  EXPECT_EQ(evaluate<float>("mov.f32 %d, -1.5e1;", std::vector<U64>{0})[0], -15.0f);
  EXPECT_EQ(evaluate<double>("mov.f64 %d, (1.5 + 2) * 2.0;", std::vector<U64>{0})[0], 7.0);
}

// The expected values are those of the same C++ text, except where the manual's rules for signs differ.
TEST(ConstantExpressions, OperatorsBindAsInC) {
#define SAME(...) EXPECT_EQ(value(#__VA_ARGS__), of(static_cast<std::int64_t>(__VA_ARGS__))) << #__VA_ARGS__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"  // the missing parentheses are the point
  SAME(1 << 4);
  SAME((1 << 4) - 1);
  SAME(2 + 3 * 4);
  SAME(20 - 3 - 4);
  SAME(100 / 7 / 2);
  SAME(100 % 7 * 2);
  SAME(1 + 2 << 3);
  SAME(1 | 6 ^ 3 & 5);
  SAME(-8 >> 1);
  SAME(~0);
  SAME(!5 + !0);
  SAME(- -7);
  SAME(3 < 4 == 1);
  SAME(5 >= 5 && 3 != 3 || 2 <= 1);
  SAME(1 ? 2 : 3);
  SAME(0 ? 2 : 0 ? 4 : 5);
  SAME(7 > 3 ? 1 << 5 : 0);
  SAME(-7 / 2);
  SAME(1.5 < 2 ? 10 : 20);
#pragma GCC diagnostic pop
#undef SAME
  EXPECT_EQ(value("WARP_SZ*2-1"), 63u);
  EXPECT_EQ(value("7%4"), 3u);
  EXPECT_EQ(value("(7)%4"), 3u);
}

TEST(ConstantExpressions, SignsMixAsTheManualSays) {
  EXPECT_EQ(value("-1 / 2U"), ~U64{0} / 2);
  EXPECT_EQ(value("(.s64)0xffffffffffffffff / 2"), 0u);
  EXPECT_EQ(value("(.u64)-1 / 2"), ~U64{0} / 2);
  EXPECT_EQ(value("-1 < 1"), 1u);
  EXPECT_EQ(value("-1 < 1U"), 0u);
  EXPECT_EQ(value("-1 >> 60"), ~U64{0});
  EXPECT_EQ(value("(.u64)(-1) >> 60"), 15u);
  EXPECT_EQ(value("0x8000000000000000 >> 63"), 1u);
  EXPECT_EQ(value("(.s64)0x8000000000000000 / -1"), U64{1} << 63);
  EXPECT_EQ(value("1 << 64"), 0u);
}

TEST(ConstantExpressions, InOffsetsSizesAndInitialValues) {
  const std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry k(.param .u64 d) {\n  .reg .b64 %d; .reg .b32 %r; .shared .b32 s[(1 << 3) + "
      "WARP_SZ];\n"
      "  mov.u32 %r, 77; st.shared.u32 [s+(2*4)], %r; ld.shared.u32 %r, [s+4+4];\n"
      "  ld.param.u64 %d, [d+(1-1)]; st.global.u32 [%d+-(4-4)], %r; st.global.u32 [%d+2*2], %r; ret;\n}\n";
  const ptx::Kernel kernel = ptx::load_module(text, "test.ptx").at(0);
  EXPECT_EQ(kernel.shared_bytes, 160u);
  FunctionalDevice device;
  const DevicePointer result = device.allocate(8);
  device.launch_with(kernel, {1}, {1}, result);
  EXPECT_EQ(device.download<std::uint32_t>(result, 2), (std::vector<std::uint32_t>{77, 77}));
}

TEST(ConstantExpressions, MistakesAreNamed) {
  const auto message = [](const std::string& expression) -> std::string {
    try {
      value(expression);
    } catch (const Error& e) {
      return e.what();
    }
    return "accepted";
  };
  const auto expect = [&](const std::string& expression, const char* part) {
    EXPECT_NE(message(expression).find(part), std::string::npos) << expression << ": " << message(expression);
  };
  expect("1 / 0", "division by zero");
  expect("1 % (2 - 2)", "division by zero");
  expect("1.5 << 1", "operator needs integers");
  expect("~1.5", "operator needs integers");
  expect("-0f3F800000", "sign");
  expect("(1 + 2", "')'");
  expect("1 +", "an operand");
  expect("1 ? 2", "':'");
  expect("0x", "malformed number");
  expect("09", "malformed number");
  expect(std::string(100000, '(') + "1" + std::string(100000, ')'), "nested too deeply");
  expect(std::string(100000, '-') + "1", "nested too deeply");
}

}  // namespace
}  // namespace heddle::test::constant_expression_test
