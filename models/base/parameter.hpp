// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "models/base/aggregate.hpp"
#include "models/base/value.hpp"

namespace heddle {

// A configuration struct is a plain aggregate whose member initialisers are the defaults, and which declares
// each member once more as a descriptor:
//
//   struct CompressorConfig {
//     unsigned latency = 2;
//     static constexpr auto parameters() {
//       return std::tuple{parameter(&CompressorConfig::latency, "latency", "cycles", 1, 16, "Lee2015 Table
//       2",
//                                   "Cycles from valid in to valid out")};
//     }
//   };
//
// Everything else (reading YAML, messages, `config show`, `config schema`, RTL parameters, cards) derives
// from it.

template <class M>
inline constexpr bool has_range = std::is_arithmetic_v<Element<M>> && !std::is_same_v<Element<M>, bool>;

/// One member of a configuration struct. `low` and `high` are inclusive, and bound each element of a list.
template <class Class, class M>
struct Parameter {
  using Bound = std::conditional_t<has_range<M>, Element<M>, std::monostate>;
  M Class::*member;
  std::string_view name;
  std::string_view unit;
  Bound low;
  Bound high;
  std::string_view source;  ///< where the default comes from
  std::string_view help;
  bool calibrated = false;

  /// Marks a value that was fitted and is no physical quantity of its own.
  constexpr Parameter calibration() const {
    Parameter marked = *this;
    marked.calibrated = true;
    return marked;
  }
  constexpr bool allows(const Element<M>& value) const {
    if constexpr (has_range<M>)
      return low <= value && value <= high;
    else
      return true;
  }
};

/// A member that is a configuration struct of its own, or a std::vector of such.
template <class Class, class M>
struct Section {
  M Class::*member;
  std::string_view name;
  std::string_view help;
};

/// A number, or a list of numbers: bounds inclusive, in `unit`.
template <class Class, class M>
requires has_range<M>
constexpr auto parameter(M Class::*member, std::string_view name, std::string_view unit,
                         std::type_identity_t<Element<M>> low, std::type_identity_t<Element<M>> high,
                         std::string_view source, std::string_view help) {
  return Parameter<Class, M>{member, name, unit, low, high, source, help};
}

/// A truth value, text, a named choice, a type with its own `Value`, or a list of them.
template <class Class, class M>
requires(!has_range<M>) constexpr auto parameter(M Class::*member, std::string_view name,
                                                 std::string_view source, std::string_view help) {
  return Parameter<Class, M>{member, name, "", {}, {}, source, help};
}

template <class Class, class M>
constexpr auto section(M Class::*member, std::string_view name, std::string_view help) {
  return Section<Class, M>{member, name, help};
}

namespace parameter_detail {

template <class A, class B>
constexpr bool clash(const A& a, const B& b) {
  if (a.name == b.name) return true;
  if constexpr (std::is_same_v<decltype(a.member), decltype(b.member)>)
    return a.member == b.member;
  else
    return false;
}

template <class Class, class M>
constexpr bool default_allowed(const Parameter<Class, M>& p, const Class& defaults) {
  if constexpr (is_list<M>) {
    for (const auto& element : defaults.*p.member)
      if (!p.allows(element)) return false;
    return true;
  } else {
    return p.allows(defaults.*p.member);
  }
}

template <class Class, class M>
constexpr bool default_allowed(const Section<Class, M>&, const Class&) {
  return true;
}

}  // namespace parameter_detail

/// True when `T::parameters()` describes every member exactly once, under distinct names, with each default
/// inside its own range. `resolve` asserts it, so a forgotten member does not compile.
template <class T>
constexpr bool parameters_cover() {
  constexpr auto all = T::parameters();
  if (std::tuple_size_v<std::remove_const_t<decltype(all)>> != member_count<T>) return false;
  T defaults{};  // not const: g++ 12 then refuses strings at compile time
  return std::apply(
      [&](const auto&... p) {
        [[maybe_unused]] const auto unique = [&](const auto& one) {
          return (std::size_t{parameter_detail::clash(one, p)} + ... + 0) == 1;
        };
        return ((unique(p) && !p.name.empty() && parameter_detail::default_allowed(p, defaults)) && ...);
      },
      all);
}

}  // namespace heddle
