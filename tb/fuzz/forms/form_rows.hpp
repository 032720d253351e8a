// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cfenv>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tb/fuzz/forms/forms.hpp"

/// How the rows of forms_*.cpp are written: ROW("add.s32", "r:rr", integer, (std::int32_t a, std::int32_t b),
/// a + b) and the like.
namespace heddle::fuzz {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

/// Wide enough for every sum and product of two T.
template <class T>
using Exact = std::conditional_t<std::is_signed_v<T>, s128, u128>;

template <class T>
T value_of(u64 bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
/// A computed NaN of 32 bits is the one that the ISA calls canonical; one of 64 bits may be any.
template <class T>
u64 bits_of_value(T value) {
  u64 bits = 0;
  if constexpr (std::is_same_v<T, float>)
    if (value != value) return 0x7fffffffu;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// Calls f with a source for each of its parameters; its result becomes the first result.
template <class F>
struct Scalar;
template <class R, class... A>
struct Scalar<R (*)(A...)> {
  template <R (*f)(A...)>
  static void call(const u64* in, u64* out) {
    [&]<std::size_t... k>(std::index_sequence<k...>) { out[0] = bits_of_value<R>(f(value_of<A>(in[k])...)); }
    (std::index_sequence_for<A...>{});
  }
};
template <auto f>
constexpr auto scalar = &Scalar<decltype(f)>::template call<f>;

}  // namespace heddle::fuzz
