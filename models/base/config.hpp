// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/base/config_tree.hpp"
#include "models/base/error.hpp"
#include "models/base/parameter.hpp"

namespace heddle {

template <class T>
T resolve(const ConfigTree& tree, const std::string& prefix = "", T value = {});
template <class T>
std::vector<ParameterInfo> describe(const std::string& prefix = "", const T& defaults = {});

namespace config_detail {

/// Throws the Error for a value that is not of the parameter's type or not in its range.
[[noreturn]] void reject(const ConfigTree::Entry& entry, const ParameterInfo& info, const std::string& value,
                         Parse reason);
[[noreturn]] void reject_missing(const ConfigTree::Entry& entry, const ParameterInfo& info);

template <class M>
std::vector<std::string> texts(const M& value) {
  std::vector<std::string> all;
  if constexpr (is_list<M>)
    for (const auto& element : value) all.push_back(Value<Element<M>>::format(element));
  else
    all.push_back(Value<M>::format(value));
  return all;
}

template <class Class, class M>
ParameterInfo info_of(const Parameter<Class, M>& p, const std::string& prefix, const M& fallback) {
  using Text = Value<Element<M>>;
  ParameterInfo info{.path = join_path(prefix, p.name),
                     .type = (is_list<M> ? "list of " : "") + Text::type(),
                     .unit = std::string(p.unit),
                     .legal = Text::legal(),
                     .source = std::string(p.source),
                     .help = std::string(p.help),
                     .calibrated = p.calibrated,
                     .list = is_list<M>,
                     .defaults = texts(fallback)};
  if constexpr (has_range<M>)
    info.legal = fmt::format("{} .. {}{}{}", Text::format(p.low), Text::format(p.high),
                             p.unit.empty() ? "" : " ", p.unit);
  return info;
}

template <class Class, class M>
void read(const ConfigTree& tree, const std::string& prefix, const Parameter<Class, M>& p, Class& target) {
  const ParameterInfo info = info_of(p, prefix, target.*p.member);
  const ConfigTree::Entry* entry = tree.take(info.path);
  if (entry) {
    const bool fits =
        is_list<M> ? entry->kind != ConfigTree::Kind::empty : entry->kind == ConfigTree::Kind::scalar;
    if (!fits) reject_missing(*entry, info);
    const auto element = [&](const std::string& text) {
      Element<M> value{};
      Parse result = Value<Element<M>>::parse(text, value);
      if (result == Parse::ok && !p.allows(value)) result = Parse::out_of_range;
      if (result != Parse::ok) reject(*entry, info, text, result);
      return value;
    };
    if constexpr (is_list<M>) {
      M all;
      for (const std::string& text : entry->values) all.push_back(element(text));
      target.*p.member = std::move(all);
    } else {
      target.*p.member = element(entry->values.front());
    }
  }
  tree.note({info, texts(target.*p.member), entry ? entry->place : "default"});
}

template <class Class, class M>
void read(const ConfigTree& tree, const std::string& prefix, const Section<Class, M>& s, Class& target) {
  const std::string path = join_path(prefix, s.name);
  if constexpr (is_list<M>) {
    const long length = tree.list_length(path);
    if (length < 0) return;
    M all;
    for (long i = 0; i < length; ++i)
      all.push_back(resolve<Element<M>>(tree, fmt::format("{}[{}]", path, i)));
    target.*s.member = std::move(all);
  } else {
    target.*s.member = resolve<M>(tree, path, std::move(target.*s.member));
  }
}

template <class Class, class M>
void describe_into(std::vector<ParameterInfo>& all, const std::string& prefix, const Parameter<Class, M>& p,
                   const Class& defaults) {
  all.push_back(info_of(p, prefix, defaults.*p.member));
}

template <class Class, class M>
void describe_into(std::vector<ParameterInfo>& all, const std::string& prefix, const Section<Class, M>& s,
                   const Class& defaults) {
  const std::string path = join_path(prefix, s.name);
  const auto section = [&] {
    if constexpr (is_list<M>)
      return describe<Element<M>>(path + "[0]");
    else
      return describe<M>(path, defaults.*s.member);
  };
  for (ParameterInfo& info : section()) all.push_back(std::move(info));
}

}  // namespace config_detail

/// Reads the struct `T` from the section `prefix` of the tree (empty: the root). Keys that are absent keep
/// their value in `value`: the defaults, which for a section are those of the struct that owns it. Throws
/// Error with place, value and what is legal for a wrong type, a value out of range, an unknown choice, and a
/// section where a value belongs or the reverse. When `T` has `validate() const`, it is called; an Error that
/// it throws without a place gets that of the section. Keys that nothing reads are found by
/// `ConfigTree::check_all_used`, because several structs may share a section.
template <class T>
T resolve(const ConfigTree& tree, const std::string& prefix, T value) {
  static_assert(
      parameters_cover<T>(),
      "parameters() must describe every member once, with distinct names and a default within its range");
  if (!prefix.empty()) tree.enter(prefix);
  std::apply([&](const auto&... p) { (config_detail::read(tree, prefix, p, value), ...); }, T::parameters());
  if constexpr (requires { std::as_const(value).validate(); }) {
    try {
      std::as_const(value).validate();
    } catch (const Error& error) {
      Problem problem = error.problem();
      if (problem.place.empty())
        problem.place =
            problem.key.empty() ? tree.place_of(prefix) : tree.place_of_value(join_path(prefix, problem.key));
      throw Error(std::move(problem));
    }
  }
  return value;
}

/// Every parameter of `T` as it would stand below `prefix`, in order of declaration, with these defaults.
template <class T>
std::vector<ParameterInfo> describe(const std::string& prefix, const T& defaults) {
  static_assert(
      parameters_cover<T>(),
      "parameters() must describe every member once, with distinct names and a default within its range");
  std::vector<ParameterInfo> all;
  std::apply([&](const auto&... p) { (config_detail::describe_into(all, prefix, p, defaults), ...); },
             T::parameters());
  return all;
}

/// A section that `config schema` lists. Register it beside the struct:
/// `const Registration<ConfigSection> section{config_section<CompressorConfig>("compressor")};`
struct ConfigSection {
  std::string name;
  std::vector<ParameterInfo> (*describe)(const std::string& prefix);
  static constexpr const char* kind() { return "configuration section"; }
};

template <class T>
ConfigSection config_section(std::string name) {
  return {std::move(name), [](const std::string& prefix) { return describe<T>(prefix); }};
}

}  // namespace heddle
