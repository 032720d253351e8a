// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/half_reference.hpp"

namespace heddle::test::half_convert_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

constexpr std::pair<const char*, Mode> modes[] = {
    {"rn", Mode::nearest}, {"rz", Mode::zero}, {"rm", Mode::down}, {"rp", Mode::up}};

std::vector<U16> all_patterns() {
  std::vector<U16> all;
  for (unsigned k = 0; k < 65536; ++k) all.push_back(static_cast<U16>(k));
  return all;
}

template <class T>
std::string name_of() {
  if constexpr (std::is_floating_point_v<T>)
    return std::string(register_type<T>());
  else
    return fmt::format("{}{}", std::is_signed_v<T> ? "s" : "u", 8 * sizeof(T));
}

/// Returns numbers of the format, their neighbours and the values between them, and then random values.
template <class T>
std::vector<T> around(const NarrowFormat& h, std::uint64_t seed) {
  std::vector<T> values = corners<T>(seed, 400);
  if constexpr (std::is_floating_point_v<T>)
    for (const U16 bits : h.corners(seed, 200)) {
      const T v = static_cast<T>(h.decode(bits)), next = static_cast<T>(h.decode(static_cast<U16>(bits + 1)));
      for (const T x : {v, (v + next) / 2}) {
        values.push_back(x);
        values.push_back(std::nextafter(x, T{0}));
        values.push_back(std::nextafter(x, std::numeric_limits<T>::infinity()));
      }
    }
  return values;
}

/// Returns the bits of a number, or of a NaN of 64 bits: its sign and the upper bits of its payload.
template <class T>
U16 encoded(const NarrowFormat& h, T v, Mode mode) {
  if constexpr (std::is_same_v<T, double>)
    if (v != v) {
      const auto bits = std::bit_cast<std::uint64_t>(v);
      const unsigned fraction = static_cast<unsigned>(std::countr_zero(h.infinity()));
      return static_cast<U16>((bits >> 63) << 15 | h.infinity() | ((bits << 12) >> (64 - fraction)));
    }
  return h.encode(Exact{static_cast<Quad>(v)}, mode);
}

template <class T>
void check_into(const NarrowFormat& h) {
  const auto values = around<T>(h, 1);
  for (const auto& [n, m] : modes) {
    const Mode mode = m;
    const std::string types = fmt::format("{}.{} %d, %s0;", h.name(), name_of<T>());
    expect_lanes<U16>(
        fmt::format("cvt.{}.{}", n, types), [&](T v) { return encoded(h, v, mode); }, values);
    if (&h == &bf16()) continue;  // bf16 has no .sat
    expect_lanes<U16>(
        fmt::format("cvt.{}.sat.{}", n, types),
        [&](T v) {
          const Quad q = static_cast<Quad>(v);
          return h.encode(Exact{q > 0 ? (q < 1 ? q : Quad{1}) : Quad{0}}, mode);
        },
        values);
  }
}

TEST(HalfConvert, FromEveryType) {
  for (const NarrowFormat* h : {&f16(), &bf16()}) {
    if (h == &f16()) {  // bf16 has no conversions from and to integers of 8 bits
      check_into<std::uint8_t>(*h);
      check_into<std::int8_t>(*h);
    }
    check_into<std::uint16_t>(*h);
    check_into<std::int16_t>(*h);
    check_into<std::uint32_t>(*h);
    check_into<std::int32_t>(*h);
    check_into<std::uint64_t>(*h);
    check_into<std::int64_t>(*h);
    check_into<float>(*h);
    check_into<double>(*h);
  }
}

template <class D>
void check_out_of(const NarrowFormat& h) {
  const auto all = all_patterns();
  for (const auto& [n, m] : modes) {
    const Mode mode = m;
    expect_lanes<D>(
        fmt::format("cvt.{}i.{}.{} %d, %s0;", n, name_of<D>(), h.name()),
        [&](U16 bits) {
          const double v = h.decode(bits);
          // A NaN gives 0, or the top bit of 64 bits alone (the manual's table for cvt to integers).
          if (v != v) return sizeof(D) == 8 ? static_cast<D>(std::uint64_t{1} << 63) : D{0};
          const double down = std::floor(v), above = v - down;
          const bool odd = std::fmod(down, 2) != 0;
          const bool up = mode == Mode::up        ? above > 0
                          : mode == Mode::zero    ? v < 0 && above > 0
                          : mode == Mode::nearest ? above > 0.5 || (above == 0.5 && odd)
                                                  : false;
          const Quad r = static_cast<Quad>(std::isinf(v) ? v : down) + (up ? 1 : 0);
          if (r > static_cast<Quad>(std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
          if (r < static_cast<Quad>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
          return static_cast<D>(r);
        },
        all);
  }
}

TEST(HalfConvert, ToEveryType) {
  const auto all = all_patterns();
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    const NarrowFormat& h = *format;
    if (format == &f16()) {
      check_out_of<std::uint8_t>(h);
      check_out_of<std::int8_t>(h);
    }
    check_out_of<std::uint16_t>(h);
    check_out_of<std::int16_t>(h);
    check_out_of<std::uint32_t>(h);
    check_out_of<std::int32_t>(h);
    check_out_of<std::uint64_t>(h);
    check_out_of<std::int64_t>(h);
    expect_lanes<float>(
        fmt::format("cvt.f32.{} %d, %s0;", h.name()), [&](U16 v) { return static_cast<float>(h.decode(v)); },
        all);
    expect_lanes<double>(
        fmt::format("cvt.f64.{} %d, %s0;", h.name()), [&](U16 v) { return h.decode(v); }, all);
    if (format == &f16())
      expect_lanes<float>(
          "cvt.sat.f32.f16 %d, %s0;",
          [&](U16 v) { return h.decode(v) > 0 ? static_cast<float>(std::min(h.decode(v), 1.0)) : 0.0f; },
          all);
    expect_lanes<U16>(
        fmt::format("cvt.rmi.{0}.{0} %d, %s0;", h.name()),
        [&](U16 v) { return h.encode(std::floor(h.decode(v))); }, all);
    const NarrowFormat& other = format == &f16() ? bf16() : f16();
    expect_lanes<U16>(
        fmt::format("cvt.rn.{}.{} %d, %s0;", other.name(), h.name()),
        [&](U16 v) { return other.encode(h.decode(v)); }, all);
  }
}

TEST(HalfConvert, PairsAndSuffixes) {
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    const NarrowFormat& h = *format;
    const auto values = around<float>(h, 5);
    const auto upper = drawn(values, 3000, 6), lower = drawn(values, 3000, 7);
    for (const std::string suffix : {"rn", "rz", "rn.relu", "rz.satfinite", "rn.relu.satfinite"}) {
      const auto one = [&](float v) {
        const auto has = [&](const char* word) { return suffix.find(word) != suffix.npos; };
        U16 bits = h.encode(double{v}, has("rz") ? Mode::zero : Mode::nearest);
        if (has("satfinite") && (bits & 0x7fff) == h.infinity()) bits = static_cast<U16>(bits - 1);
        return has("relu") && h.decode(bits) <= 0 ? U16{0} : bits;
      };
      expect_lanes<U32>(
          fmt::format("cvt.{}.{}x2.f32 %d, %s0, %s1;", suffix, h.name()),
          [&](float a, float b) { return U32{one(a)} << 16 | one(b); }, upper, lower);
      expect_lanes<U16>(fmt::format("cvt.{}.{}.f32 %d, %s0;", suffix, h.name()), one, values);
    }
  }
  const std::vector<float> tiny{1e-39f, -1e-39f,
                                1e-5f};  // as on an H200: an f32 that becomes f16 is not flushed
  EXPECT_EQ(evaluate<U16>("cvt.rp.ftz.f16.f32 %d, %s0;", tiny), (std::vector<U16>{1, 0x8000, 0xa8}));
  EXPECT_EQ(evaluate<U16>("cvt.rn.ftz.bf16.f32 %d, %s0;", tiny), (std::vector<U16>{0, 0x8000, 0x3728}));
  EXPECT_EQ(evaluate<U16>("cvt.rp.f16.f32 %d, %s0;", tiny), (std::vector<U16>{1, 0x8000, 0xa8}));
  const std::vector<U16> subnormal{0x0021, 0x8021, 0x0080};  // bf16 has the exponents of f32
  const std::vector<float> flushed = evaluate<float>("cvt.ftz.f32.bf16 %d, %s0;", subnormal);
  EXPECT_EQ(bits(flushed[0]), 0u);
  EXPECT_EQ(bits(flushed[1]), 0x80000000u);
  EXPECT_EQ(bits(flushed[2]), 0x00800000u);
}

TEST(HalfConvert, Tf32) {
  const auto values = around<float>(f16(), 8);
  const auto check = [&](const char* opcode, auto&& step) {
    expect_lanes<float>(
        fmt::format("cvt.{}.tf32.f32 %d, %s0;", opcode),
        [&](float v) {
          if (v != v || std::isinf(v)) return v;
          int e = 0;
          std::frexp(v, &e);
          const int unit = std::max(e, -125) - 11;  // the weight of the last of eleven bits
          return static_cast<float>(std::ldexp(step(std::ldexp(double{v}, -unit)), unit));
        },
        values);
  };
  check("rna", [](double v) { return std::round(v); });
  check("rn", [](double v) { return std::nearbyint(v); });
  check("rz", [](double v) { return std::trunc(v); });
  const std::vector<float> large{3.4028235e38f, -std::numeric_limits<float>::infinity(), -2.0f};
  EXPECT_EQ(evaluate<U32>("cvt.rna.satfinite.tf32.f32 %d, %s0;", large),
            (std::vector<U32>{0x7f7fe000, 0xff7fe000, 0xc0000000}));
  EXPECT_EQ(evaluate<U32>("cvt.rn.relu.tf32.f32 %d, %s0;", large), (std::vector<U32>{0x7f800000, 0, 0}));
}

}  // namespace
}  // namespace heddle::test::half_convert_test
