// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/exact_rounding.hpp"

namespace heddle::test::convert_test {
namespace {

template <class T>
std::string type_name() {
  if constexpr (std::is_floating_point_v<T>)
    return std::string(register_type<T>());
  else
    return fmt::format("{}{}", std::is_signed_v<T> ? "s" : "u", 8 * sizeof(T));
}

template <class D, class S>
D clamped(S v) {
  if (std::in_range<D>(v)) return static_cast<D>(v);
  return v < 0 ? std::numeric_limits<D>::min() : std::numeric_limits<D>::max();
}

/// Returns the integer next to v that the rounding mode selects, saturated.
template <class D, class S>
D to_integer(S v, Mode mode) {
  if (v != v)
    return sizeof(S) == 8 || sizeof(D) == 8
               ? static_cast<D>(std::make_unsigned_t<D>(1) << (8 * sizeof(D) - 1))
               : D{0};
  const S down = std::floor(v), up = std::ceil(v);
  S r = mode == Mode::down ? down : mode == Mode::up ? up : mode == Mode::zero ? std::trunc(v) : down;
  if (mode == Mode::nearest && up != down) {
    const S below = v - down, above = up - v;
    r = below < above ? down : above < below ? up : std::fmod(down, S{2}) == 0 ? down : up;
  }
  const Quad exact = r;
  if (exact > static_cast<Quad>(std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
  if (exact < static_cast<Quad>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(r);
}

constexpr std::pair<const char*, Mode> modes[] = {
    {"rn", Mode::nearest}, {"rz", Mode::zero}, {"rm", Mode::down}, {"rp", Mode::up}};

template <class D, class S>
void check_pair() {
  const auto values = corners<S>(1, 200);
  const std::string types = fmt::format("{}.{} %d, %s0;", type_name<D>(), type_name<S>());
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) {
    expect_lanes<D>(
        fmt::format("cvt.{}", types), [](S v) { return static_cast<D>(v); }, values);
    using L = std::numeric_limits<S>;
    if constexpr (!std::in_range<D>(L::min()) || !std::in_range<D>(L::max()))  // else it is not legal
      expect_lanes<D>(
          fmt::format("cvt.sat.{}", types), [](S v) { return clamped<D>(v); }, values);
  } else if constexpr (std::is_integral_v<D>) {
    for (const auto& [name, m] : modes) {
      const Mode mode = m;
      expect_lanes<D>(
          fmt::format("cvt.{}i.{}", name, types), [&](S v) { return to_integer<D>(v, mode); }, values);
    }
  } else if constexpr (std::is_integral_v<S>) {
    for (const auto& [name, m] : modes) {
      const Mode mode = m;
      expect_lanes<D>(
          fmt::format("cvt.{}.{}", name, types),
          [&](S v) { return rounded<D>({static_cast<Quad>(v)}, mode); }, values);
    }
  }
}

template <class D>
void check_all_sources() {
  check_pair<D, std::uint8_t>();
  check_pair<D, std::int8_t>();
  check_pair<D, std::uint16_t>();
  check_pair<D, std::int16_t>();
  check_pair<D, std::uint32_t>();
  check_pair<D, std::int32_t>();
  check_pair<D, std::uint64_t>();
  check_pair<D, std::int64_t>();
  check_pair<D, float>();
  check_pair<D, double>();
}

TEST(Convert, EveryIntegerAndFloatPair) {
  check_all_sources<std::uint8_t>();
  check_all_sources<std::int8_t>();
  check_all_sources<std::uint16_t>();
  check_all_sources<std::int16_t>();
  check_all_sources<std::uint32_t>();
  check_all_sources<std::int32_t>();
  check_all_sources<std::uint64_t>();
  check_all_sources<std::int64_t>();
  check_all_sources<float>();
  check_all_sources<double>();
}

TEST(Convert, BetweenFloats) {
  const auto f = corners<float>(2, 200);
  const auto d = corners<double>(3, 200);
  const auto clamp = [](auto v) { return v > 0 ? std::min(v, decltype(v){1}) : decltype(v){0}; };
  expect_lanes<double>(
      "cvt.f64.f32 %d, %s0;", [](float v) { return double{v}; }, f);
  expect_lanes<double>(
      "cvt.ftz.f64.f32 %d, %s0;", [](float v) { return double{flush(v)}; }, f);
  for (const auto& [name, m] : modes) {
    const Mode mode = m;
    expect_lanes<float>(
        fmt::format("cvt.{}.f32.f64 %d, %s0;", name),
        [&](double v) { return rounded<float>({static_cast<Quad>(v)}, mode); }, d);
  }
  expect_lanes<float>(
      "cvt.sat.f32.f32 %d, %s0;", [&](float v) { return clamp(v); }, f);
  expect_lanes<float>(
      "cvt.rmi.f32.f32 %d, %s0;", [](float v) { return std::floor(v); }, f);
  expect_lanes<float>(
      "cvt.rpi.f32.f32 %d, %s0;", [](float v) { return std::ceil(v); }, f);
  expect_lanes<float>(
      "cvt.rzi.f32.f32 %d, %s0;", [](float v) { return std::trunc(v); }, f);
  expect_lanes<double>(
      "cvt.rni.f64.f64 %d, %s0;", [](double v) { return std::nearbyint(v); }, d);
  expect_lanes<double>(
      "cvt.rmi.f64.f64 %d, %s0;", [](double v) { return std::floor(v); }, d);
}

TEST(Convert, NarrowTypesInWiderRegisters) {
  const auto w = corners<std::uint32_t>(4);
  const auto q = corners<std::uint64_t>(5);
  using I8 = std::int8_t;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  expect_lanes<U32>(
      "cvt.s32.s8 %d, %s0;", [](U32 v) { return static_cast<U32>(I8(v)); }, w);
  expect_lanes<U32>(
      "cvt.u16.u32 %d, %s0;", [](U32 v) { return v & 0xffff; }, w);
  expect_lanes<U32>(
      "cvt.s8.s32 %d, %s0;", [](U32 v) { return static_cast<U32>(I8(v)); }, w);
  expect_lanes<U64>(
      "cvt.s16.s32 %d, %s0;", [](U32 v) { return static_cast<U64>(std::int16_t(v)); }, w);
  expect_lanes<U64>(
      "cvt.u16.u32 %d, %s0;", [](U32 v) { return U64{std::uint16_t(v)}; }, w);
  expect_lanes<U32>(
      "cvt.u32.u64 %d, %s0;", [](U64 v) { return static_cast<U32>(v); }, q);
  expect_lanes<U32>(
      "cvt.u32.u16 %d, %s0;", [](U64 v) { return U32{std::uint16_t(v)}; }, q);
}

}  // namespace
}  // namespace heddle::test::convert_test
