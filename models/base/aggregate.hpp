// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heddle {

inline constexpr std::size_t max_aggregate_members = 32;

namespace aggregate_detail {

/// Converts to anything but the probed type itself, which would be a copy and not a member.
template <class Probed>
struct Anything {
  std::size_t index;
  template <class U>
  requires(!std::is_same_v<std::remove_cvref_t<U>, Probed>) operator U() const;
};

template <class T, std::size_t... i>
constexpr bool takes(std::index_sequence<i...>) {
  return requires { T{Anything<T>{i}...}; };
}

template <class T, std::size_t n = 0>
constexpr std::size_t count() {
  static_assert(n <= max_aggregate_members, "the struct has too many members: group some of them");
  if constexpr (takes<T>(std::make_index_sequence<n + 1>{}))
    return count<T, n + 1>();
  else
    return n;
}

}  // namespace aggregate_detail

/// Number of members of the plain aggregate `T` (a nested struct is one member; no C arrays, no base
/// classes).
template <class T>
requires std::is_aggregate_v<T>
inline constexpr std::size_t member_count = aggregate_detail::count<T>();

}  // namespace heddle
