// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::ptx {

/// The types of PTX that registers and opcodes may have here, by width. The narrow float formats are types of
/// opcodes; their values lie in registers of any type that is as wide.
enum class Type : std::uint8_t {
  b8,
  u8,
  s8,
  b16,
  u16,
  s16,
  f16,
  bf16,
  e4m3x2,
  e5m2x2,
  b32,
  u32,
  s32,
  f32,
  f16x2,
  bf16x2,
  tf32,
  u16x2,
  s16x2,
  b64,
  u64,
  s64,
  f64,
  pred
};

/// Threads of a CTA in x, y and z; zeros: not said.
using CtaExtents = std::array<std::uint32_t, 3>;

inline constexpr std::array<std::string_view, 24> type_names{
    "b8",  "u8",  "s8",    "b16",    "u16",  "s16",   "f16",   "bf16", "e4m3x2", "e5m2x2", "b32", "u32",
    "s32", "f32", "f16x2", "bf16x2", "tf32", "u16x2", "s16x2", "b64",  "u64",    "s64",    "f64", "pred"};

constexpr std::string_view name_of(Type t) { return type_names[static_cast<unsigned>(t)]; }

/// The type called `name` (without its dot), or nothing.
constexpr std::optional<Type> type_named(std::string_view name) {
  for (unsigned i = 0; i < type_names.size(); ++i)
    if (type_names[i] == name) return static_cast<Type>(i);
  return std::nullopt;
}

constexpr unsigned bits_of(Type t) {
  if (t == Type::pred) return 1;
  if (t <= Type::s8) return 8;
  if (t <= Type::e5m2x2) return 16;
  return t <= Type::s16x2 ? 32 : 64;
}
/// Is it a type of bits alone, which go with integers and floats?
constexpr bool is_untyped(Type t) {
  return t == Type::b8 || t == Type::b16 || t == Type::b32 || t == Type::b64;
}
constexpr bool is_signed(Type t) {
  return t == Type::s8 || t == Type::s16 || t == Type::s32 || t == Type::s64;
}
/// Single or double precision: what the processor computes with, too.
constexpr bool is_float(Type t) { return t == Type::f32 || t == Type::f64; }
/// Two values of 16 bits in one register.
constexpr bool is_packed(Type t) {
  return t == Type::f16x2 || t == Type::bf16x2 || t == Type::u16x2 || t == Type::s16x2;
}

}  // namespace heddle::ptx
