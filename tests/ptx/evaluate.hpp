// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "models/base/random.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

/// Executes one PTX instruction on many operand values, through the whole front end.
namespace heddle::test {

struct Pred {
  bool value = false;
  bool operator==(const Pred&) const = default;
};

template <class T>
constexpr std::string_view register_type() {
  if constexpr (std::is_same_v<T, float>)
    return "f32";
  else if constexpr (std::is_same_v<T, double>)
    return "f64";
  else if constexpr (std::is_same_v<T, Pred>)
    return "pred";
  else
    return sizeof(T) == 8 ? "b64" : sizeof(T) == 4 ? "b32" : "b16";
}
/// The type with which a value is loaded or stored; a predicate is stored as u32.
template <class T>
constexpr std::string_view memory_type() {
  if constexpr (std::is_same_v<T, Pred>)
    return "u32";
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return "u8";
  else if constexpr (std::is_same_v<T, std::int8_t>)
    return "s8";
  else
    return register_type<T>();
}
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, Pred>, std::uint32_t, T>;

template <class T>
std::string load_operand(unsigned k) {
  std::string text = fmt::format("  ld.param.u64 %base, [p{}];\n  mad.lo.u64 %at, %index, {}, %base;\n", k,
                                 sizeof(Stored<T>));
  if constexpr (std::is_same_v<T, Pred>)
    text += fmt::format("  ld.global.u32 %word, [%at];\n  setp.ne.u32 %s{}, %word, 0;\n", k);
  else
    text += fmt::format("  ld.global.{} %s{}, [%at];\n", memory_type<T>(), k);
  return text;
}

/// Returns the results of `instruction` ("add.s32 %d, %s0, %s1;") for each row of operands. %d has type D,
/// %sK the K-th type of A.
template <class D, class... A>
std::vector<Stored<D>> evaluate(const std::string& instruction, const std::vector<A>&... operands) {
  const std::size_t count = std::min({operands.size()...});
  std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 d, .param .u32 n";
  unsigned k = 0;
  ((text += fmt::format(", .param .u64 p{}", k), ++k, (void)sizeof(A)), ...);
  text += ") {\n  .reg .b64 %base, %at, %index;\n  .reg .b32 %word, %a, %b;\n  .reg .pred %p;\n";
  k = 0;
  ((text += fmt::format("  .reg .{} %s{};\n", register_type<A>(), k++)), ...);
  text += fmt::format("  .reg .{} %d;\n", register_type<D>());
  text +=
      "  mov.u32 %a, %ctaid.x;\n  mov.u32 %b, %ntid.x;\n  mov.u32 %word, %tid.x;\n  mad.lo.u32 %word, %a, "
      "%b, %word;\n"
      "  ld.param.u32 %a, [n];\n  setp.ge.u32 %p, %word, %a;\n  @%p bra END;\n  cvt.u64.u32 %index, %word;\n";
  k = 0;
  ((text += load_operand<A>(k++)), ...);
  text += fmt::format("  {}\n", instruction);
  text +=
      fmt::format("  ld.param.u64 %base, [d];\n  mad.lo.u64 %at, %index, {}, %base;\n", sizeof(Stored<D>));
  if constexpr (std::is_same_v<D, Pred>)
    text += "  selp.u32 %word, 1, 0, %d;\n  st.global.u32 [%at], %word;\n";
  else
    text += fmt::format("  st.global.{} [%at], %d;\n", memory_type<D>());
  text += "END:\n  ret;\n}\n";

  FunctionalDevice device;
  const ptx::Kernel kernel = ptx::load_module(text, "test.ptx").at(0);
  const auto upload = [&]<class T>(const std::vector<T>& values) {
    std::vector<Stored<T>> stored;
    for (const T& v : values) {
      if constexpr (std::is_same_v<T, Pred>)
        stored.push_back(v.value);
      else
        stored.push_back(v);
    }
    return device.upload(stored);
  };
  const DevicePointer result = device.allocate(count * sizeof(Stored<D>));
  const auto ctas = static_cast<std::uint32_t>((count + 63) / 64);
  device.launch_with(kernel, {ctas}, {64}, result, static_cast<std::uint32_t>(count), upload(operands)...);
  return device.download<Stored<D>>(result, count);
}

/// Returns values at which arithmetic tends to go wrong, and then random values.
template <class T>
std::vector<T> corners(std::uint64_t seed, std::size_t random = 40) {
  std::vector<T> values;
  Random rng(seed);
  if constexpr (std::is_floating_point_v<T>) {
    using L = std::numeric_limits<T>;
    values = {T{0},
              -T{0},
              T{1},
              T{-1},
              T{0.5},
              T{1.5},
              T{2.5},
              T{-2.5},
              T{1e6},
              L::max(),
              L::lowest(),
              L::min(),
              L::denorm_min(),
              -L::denorm_min(),
              L::min() / 2,
              L::infinity(),
              -L::infinity(),
              L::quiet_NaN(),
              T{4294967296.0},
              T{-2147483649.0},
              T{9.3e18},
              T{255.5},
              T{-0.3},
              L::epsilon(),
              T{1} + L::epsilon()};
    for (std::size_t i = 0; i < random; ++i) {
      using U = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
      // Half of the random values have an ordinary magnitude, the others any bit pattern.
      values.push_back(
          i % 2 ? std::bit_cast<T>(static_cast<U>(rng() >> (64 - 8 * sizeof(T))))
                : static_cast<T>(static_cast<double>(static_cast<std::int32_t>(rng() >> 32)) / 65536.0));
    }
  } else {
    using L = std::numeric_limits<T>;
    values = {0,
              1,
              2,
              3,
              7,
              31,
              32,
              33,
              63,
              64,
              65,
              127,
              static_cast<T>(128),
              static_cast<T>(255),
              L::max(),
              L::min(),
              static_cast<T>(L::max() - 1),
              static_cast<T>(L::min() + 1),
              static_cast<T>(-1),
              static_cast<T>(-2),
              static_cast<T>(0x0080'0000),
              static_cast<T>(0x5555'5555'5555'5555)};
    for (std::size_t i = 0; i < random; ++i) values.push_back(static_cast<T>(rng() >> rng.below(64)));
  }
  return values;
}

/// Returns all pairs of values from two lists, as two parallel lists.
template <class A, class B>
std::pair<std::vector<A>, std::vector<B>> pairs(const std::vector<A>& a, const std::vector<B>& b) {
  std::pair<std::vector<A>, std::vector<B>> result;
  for (const A& x : a)
    for (const B& y : b) {
      result.first.push_back(x);
      result.second.push_back(y);
    }
  return result;
}

/// Draws `count` values from `from`.
template <class T>
std::vector<T> drawn(const std::vector<T>& from, std::size_t count, std::uint64_t seed) {
  std::vector<T> values;
  Random rng(seed);
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(from[rng.below(static_cast<std::uint32_t>(from.size()))]);
  return values;
}

/// Returns the bits of a value, with one pattern for all NaNs, so that NaN == NaN and -0 != +0.
template <class T>
std::uint64_t bits(T v) {
  if constexpr (std::is_floating_point_v<T>) {
    if (v != v) return ~std::uint64_t{0};
    return std::bit_cast<std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>>(v);
  } else {
    return static_cast<std::uint64_t>(v);
  }
}

template <class T>
std::string show(T v) {
  if constexpr (std::is_same_v<T, Pred>)
    return v.value ? "true" : "false";
  else if constexpr (std::is_floating_point_v<T>)
    return fmt::format("{} ({:a})", v, v);
  else
    return fmt::format("{:#x}", v);
}

/// Executes the instruction on the given operands, and compares each result with expected(operands...).
template <class D, class F, class... A>
void expect_lanes(const std::string& instruction, F&& expected, const std::vector<A>&... operands) {
  const auto results = evaluate<D>(instruction, operands...);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Stored<D> want = static_cast<Stored<D>>(expected(operands[i]...));
    std::string arguments;
    if (bits(results[i]) != bits(want)) ((arguments += fmt::format(" {}", show(operands[i]))), ...);
    ASSERT_EQ(bits(results[i]), bits(want))
        << instruction << " of" << arguments << ": got " << show(results[i]) << ", want " << show(want);
  }
}

}  // namespace heddle::test
