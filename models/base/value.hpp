// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle {

/// One name of an enumeration.
template <class E>
struct Named {
  E value;
  std::string_view name;
};
template <class E>
Named(E, std::string_view) -> Named<E>;

/// An enumeration that declares its names once, beside itself:
/// `constexpr auto names_of(Policy) { return std::array{Named{Policy::gto, "gto"}, ...}; }`
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) {
  names_of(e).size();
};

/// The declared name of `value`; "?" for a value that has none.
template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  for (const auto& named : names_of(value))
    if (named.value == value) return named.name;
  return "?";
}

enum class Parse { ok, wrong_type, out_of_range };

Parse parse_unsigned(std::string_view text, std::uint64_t max, std::uint64_t& out);
Parse parse_signed(std::string_view text, std::int64_t min, std::int64_t max, std::int64_t& out);
Parse parse_real(std::string_view text, double& out);

/// How a type is read from and written to configuration text: `type()`, `parse(text, out)`, `format(value)`,
/// and `legal()`, which is empty for types whose range the parameter states. Specialise it for a type of your
/// own.
template <class T>
struct Value;

template <>
struct Value<bool> {
  static std::string type() { return "bool"; }
  static std::string legal() { return "true, false"; }
  static std::string format(bool value) { return value ? "true" : "false"; }
  static Parse parse(std::string_view text, bool& out) {
    if (text != "true" && text != "false") return Parse::wrong_type;
    out = text == "true";
    return Parse::ok;
  }
};

template <std::unsigned_integral T>
struct Value<T> {
  static std::string type() { return "unsigned"; }
  static std::string legal() { return ""; }
  static std::string format(T value) { return fmt::format("{}", std::uint64_t{value}); }
  static Parse parse(std::string_view text, T& out) {
    std::uint64_t wide = 0;
    const Parse result = parse_unsigned(text, std::numeric_limits<T>::max(), wide);
    out = static_cast<T>(wide);
    return result;
  }
};

template <std::signed_integral T>
struct Value<T> {
  static std::string type() { return "integer"; }
  static std::string legal() { return ""; }
  static std::string format(T value) { return fmt::format("{}", std::int64_t{value}); }
  static Parse parse(std::string_view text, T& out) {
    std::int64_t wide = 0;
    const Parse result =
        parse_signed(text, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), wide);
    out = static_cast<T>(wide);
    return result;
  }
};

template <>
struct Value<double> {
  static std::string type() { return "number"; }
  static std::string legal() { return ""; }
  static std::string format(double value) { return fmt::format("{}", value); }
  static Parse parse(std::string_view text, double& out) { return parse_real(text, out); }
};

template <>
struct Value<std::string> {
  static std::string type() { return "text"; }
  static std::string legal() { return "any text"; }
  static std::string format(const std::string& value) { return value; }
  static Parse parse(std::string_view text, std::string& out) {
    out = text;
    return Parse::ok;
  }
};

template <NamedEnum E>
struct Value<E> {
  static std::string type() { return "choice"; }
  static std::string legal() {
    std::string all;
    for (const auto& named : names_of(E{})) all += fmt::format("{}{}", all.empty() ? "" : ", ", named.name);
    return all;
  }
  static std::string format(E value) { return std::string(name_of(value)); }
  static Parse parse(std::string_view text, E& out) {
    for (const auto& named : names_of(E{}))
      if (named.name == text) {
        out = named.value;
        return Parse::ok;
      }
    return Parse::wrong_type;
  }
};

/// The type of one element: of a list its element type, of anything else the type itself.
template <class M>
struct ElementOf {
  using type = M;
  static constexpr bool list = false;
};
template <class M>
struct ElementOf<std::vector<M>> {
  using type = M;
  static constexpr bool list = true;
};
template <class M>
using Element = typename ElementOf<M>::type;
template <class M>
inline constexpr bool is_list = ElementOf<M>::list;

}  // namespace heddle
