// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/half_reference.hpp"

namespace heddle::test::half_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

/// Checks an opcode on single values, and on pairs made of the same operands.
template <class F, class... A>
void check(const std::string& opcode, const NarrowFormat& format, F&& expected,
           const std::vector<A>&... operands) {
  std::string arguments;
  for (std::size_t k = 0; k < sizeof...(A); ++k) arguments += fmt::format(", %s{}", k);
  expect_lanes<U16>(fmt::format("{}.{} %d{};", opcode, format.name(), arguments), expected, operands...);
  const auto paired = [](const std::vector<U16>& v) {
    std::vector<U32> pairs;
    for (std::size_t i = 0; i < v.size(); ++i) pairs.push_back(U32{v[i]} << 16 | v[v.size() - 1 - i]);
    return pairs;
  };
  expect_lanes<U32>(
      fmt::format("{}.{}x2 %d{};", opcode, format.name(), arguments),
      [&](const auto... pair) {
        return U32{expected(static_cast<U16>(pair >> 16)...)} << 16 | expected(static_cast<U16>(pair)...);
      },
      paired(operands)...);
}

Exact product(double a, double b) { return {static_cast<Quad>(a) * static_cast<Quad>(b)}; }

/// Applies .ftz, .sat and .relu to an operation.
template <class F>
auto modified(const NarrowFormat& h, const std::string& suffix, F&& exact) {
  return [&h, suffix, exact](const auto... bits) {
    const bool ftz = suffix.find("ftz") != suffix.npos;
    U16 result = h.encode(exact(h.decode(ftz ? h.flush(bits) : bits)...));
    if (ftz) result = h.flush(result);
    const double value = h.decode(result);
    if (suffix.find("sat") != suffix.npos) return value > 0 ? h.encode(std::min(value, 1.0)) : U16{0};
    if (suffix.find("relu") != suffix.npos && value <= 0) return U16{0};
    return result;
  };
}

TEST(HalfArithmetic, RoundsOnce) {
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    const NarrowFormat& h = *format;
    const auto [a, b] = pairs(h.corners(1, 60), h.corners(2, 60));
    const bool is_f16 = format == &f16();
    for (const std::string suffix : {"", ".rn", ".ftz", ".sat", ".rn.ftz.sat"}) {
      if (!is_f16 && suffix.size() > 3) continue;
      check("add" + suffix, h, modified(h, suffix, [](double x, double y) { return sum(x, y); }), a, b);
      check("sub" + suffix, h, modified(h, suffix, [](double x, double y) { return sum(x, -y); }), a, b);
      check("mul" + suffix, h, modified(h, suffix, product), a, b);
    }
    const auto many = h.corners(3, 200);
    const auto x = drawn(many, 6000, 4), y = drawn(many, 6000, 5), z = drawn(many, 6000, 6);
    for (const std::string suffix : {"", ".ftz", ".sat", ".relu", ".ftz.relu"}) {
      if (!is_f16 && suffix != "" && suffix != ".relu") continue;
      const auto fused = [](double p, double q, double r) { return sum(product(p, q).value, r); };
      check("fma.rn" + suffix, h, modified(h, suffix, fused), x, y, z);
    }
  }
}

std::vector<U16> all_patterns() {
  std::vector<U16> all;
  for (unsigned k = 0; k < 65536; ++k) all.push_back(static_cast<U16>(k));
  return all;
}

TEST(HalfArithmetic, SignsOfEveryValue) {
  const auto all = all_patterns();
  // A NaN becomes the canonical one.
  const auto changed = [](const NarrowFormat& h, U16 v, int bits) {
    return (v & 0x7fff) > h.infinity() ? U16{0x7fff} : static_cast<U16>(bits);
  };
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    check(
        "neg", *format, [&](U16 v) { return changed(*format, v, v ^ 0x8000); }, all);
    check(
        "abs", *format, [&](U16 v) { return changed(*format, v, v & 0x7fff); }, all);
  }
  check(
      "neg.ftz", f16(), [&](U16 v) { return changed(f16(), v, f16().flush(v) ^ 0x8000); }, all);
  check(
      "abs.ftz", f16(), [&](U16 v) { return changed(f16(), v, f16().flush(v) & 0x7fff); }, all);
}

TEST(HalfArithmetic, MinimaAndMaxima) {
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    const NarrowFormat& h = *format;
    const auto [a, b] = pairs(h.corners(7, 40), h.corners(8, 40));
    for (const bool least : {true, false})
      for (const std::string suffix : {"", ".ftz", ".NaN", ".xorsign.abs", ".ftz.NaN.xorsign.abs"}) {
        if (format == &bf16() && suffix.find("ftz") != suffix.npos) continue;
        const auto expected = [&, least, suffix](U16 p, U16 q) {
          const auto has = [&](const char* word) { return suffix.find(word) != suffix.npos; };
          if (has("ftz")) p = h.flush(p), q = h.flush(q);
          const bool flip = ((p ^ q) & 0x8000) != 0;
          if (has("abs")) p &= 0x7fff, q &= 0x7fff;
          const double x = h.decode(p), y = h.decode(q);
          U16 result = 0x7fff;
          if (x != x || y != y) {
            if (has("NaN") || (x != x && y != y)) return U16{0x7fff};
            result = x != x ? q : p;
          } else {
            // Maps patterns to integers that are ordered like the values, with -0 below +0.
            const auto rank = [](U16 v) { return v & 0x8000 ? -int{v & 0x7fff} - 1 : int{v}; };
            result = (rank(p) < rank(q)) == least ? p : q;
          }
          if (has("xorsign")) result = static_cast<U16>((result & 0x7fff) | (flip ? 0x8000 : 0));
          return result;
        };
        check((least ? "min" : "max") + suffix, h, expected, a, b);
      }
  }
}

/// Returns the largest error over all values: relative, or absolute where `absolute` is set.
template <class F>
double worst(const std::string& instruction, const NarrowFormat& h, bool flush, bool absolute, F&& exact) {
  const auto all = all_patterns();
  const auto results = evaluate<U16>(instruction, all);
  double worst = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double want = exact(h.decode(flush ? h.flush(all[i]) : all[i])), got = h.decode(results[i]);
    if (want != want) {
      EXPECT_EQ(results[i], 0x7fff) << instruction << " of " << all[i];
    } else if (std::isinf(got)) {
      EXPECT_GE(want, h.decode(static_cast<U16>(h.infinity() - 1))) << instruction << " of " << all[i];
    } else {
      double error = std::fabs(got - want) / (absolute ? 1 : want);
      const double subnormal = h.decode(1) / 2;  // below the normal range the spacing limits the error
      if (!absolute && std::fabs(got - want) <= (flush ? 256 * subnormal : subnormal)) error = 0;
      worst = std::max(worst, error);
    }
  }
  return worst;
}

// The bounds are the manual's (PTX ISA 8.7, ex2 and tanh of half precision).
TEST(HalfArithmetic, ApproximationsOfEveryValue) {
  const auto power = [](double x) { return std::exp2(x); };
  const auto tangent = [](double x) { return std::tanh(x); };
  EXPECT_LE(worst("ex2.approx.f16 %d, %s0;", f16(), false, false, power), std::exp2(-9.9));
  EXPECT_LE(worst("ex2.approx.ftz.bf16 %d, %s0;", bf16(), true, false, power), std::exp2(-7));
  EXPECT_LE(worst("tanh.approx.f16 %d, %s0;", f16(), false, true, tangent), std::exp2(-10.987));
  EXPECT_LE(worst("tanh.approx.bf16 %d, %s0;", bf16(), false, true, tangent), std::exp2(-8));
  const std::vector<U32> two{0x3c004000, 0x00007bff, 0xbc003c00};
  EXPECT_EQ(evaluate<U32>("ex2.approx.f16x2 %d, %s0;", two),
            (std::vector<U32>{0x40004400, 0x3c007c00, 0x38004000}));
}

}  // namespace
}  // namespace heddle::test::half_test
