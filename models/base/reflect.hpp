// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <source_location>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "models/base/aggregate.hpp"

/// Names and members of a plain aggregate, without macros (g++ >= 12, clang >= 18; other compilers fail to
/// compile).
namespace heddle {
namespace detail {

template <class T>
struct Holder {
  T value;
};
template <class T>
extern const Holder<T> external;  // never defined: only the addresses of its members are named

template <auto* Pointer>
consteval std::string_view name_of() {
  std::string_view text = std::source_location::current().function_name();
  const std::size_t start = text.find("Pointer = ");
  text = text.substr(start, text.find_first_of("];", start) - start);
  while (text.ends_with(')')) text.remove_suffix(1);
  return text.substr(text.find_last_of(":.") + 1);
}

}  // namespace detail

/// A tuple of pointers to the members of `t`, in the order of declaration. At most eight members.
template <class T>
constexpr auto members(T& t) {
  constexpr std::size_t n = member_count<std::remove_const_t<T>>;
  static_assert(n >= 1 && n <= 8, "members() knows aggregates of one to eight members");
  if constexpr (n == 1) {
    auto& [a] = t;
    return std::tuple(&a);
  } else if constexpr (n == 2) {
    auto& [a, b] = t;
    return std::tuple(&a, &b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = t;
    return std::tuple(&a, &b, &c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = t;
    return std::tuple(&a, &b, &c, &d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = t;
    return std::tuple(&a, &b, &c, &d, &e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, f] = t;
    return std::tuple(&a, &b, &c, &d, &e, &f);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, f, g] = t;
    return std::tuple(&a, &b, &c, &d, &e, &f, &g);
  } else {
    auto& [a, b, c, d, e, f, g, h] = t;
    return std::tuple(&a, &b, &c, &d, &e, &f, &g, &h);
  }
}

/// The members' names, in the order of declaration.
template <class T>
inline constexpr auto member_names = []<std::size_t... I>(std::index_sequence<I...>) {
  constexpr auto pointers = members(detail::external<T>.value);
  return std::array{detail::name_of<std::get<I>(pointers)>()...};
}
(std::make_index_sequence<member_count<T>>{});

/// f(name, member&) for each member in the order of declaration.
template <class T, class F>
constexpr void for_each_member(T& t, F&& f) {
  std::apply(
      [&](auto*... member) {
        std::size_t i = 0;
        (f(member_names<std::remove_const_t<T>>[i++], *member), ...);
      },
      members(t));
}

}  // namespace heddle
