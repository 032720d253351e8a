// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/module/name_scopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heddle::ptx {
namespace {

/// Returns the number at the end of `name`, written as in a range of registers: without leading zeros.
std::optional<std::uint64_t> number_at(std::string_view name, std::size_t stem) {
  if (stem == name.size() || (name[stem] == '0' && stem + 1 < name.size())) return std::nullopt;
  std::uint64_t number = 0;
  const auto result = std::from_chars(name.data() + stem, name.data() + name.size(), number);
  return result.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

}  // namespace

void NameScopes::open() {
  scopes_.push_back({.parent = current_});
  current_ = static_cast<int>(scopes_.size()) - 1;
}

RegisterId NameScopes::add(std::string_view name, Type type) {
  registers_.push_back({name, type});
  return static_cast<RegisterId>(registers_.size() - 1);
}

RegisterId NameScopes::declare_register(std::string_view name, Type type) {
  return scope(current_).registers[name] = add(name, type);
}

void NameScopes::declare_registers(std::string_view prefix, std::uint64_t count, Type type) {
  scope(current_).ranges[prefix] = {count, type};
}

std::vector<RegisterId> NameScopes::add_parts(std::string_view name, unsigned lanes, Type type) {
  std::vector<RegisterId> parts;
  for (const char part : std::string_view("xyzw").substr(0, lanes)) {
    names_.push_back(fmt::format("{}.{}", name, part));
    parts.push_back(add(names_.back(), type));
  }
  return parts;
}

void NameScopes::declare_vector(std::string_view name, unsigned lanes, Type type) {
  scope(current_).vectors[name] = add_parts(name, lanes, type);
}

void NameScopes::declare_vectors(std::string_view prefix, std::uint64_t count, unsigned lanes, Type type) {
  scope(current_).vector_ranges[prefix] = {count, lanes, type};
}

const std::vector<RegisterId>* NameScopes::find_vector(std::string_view name) {
  const std::size_t stem = name.find_last_not_of("0123456789") + 1;
  const auto number = number_at(name, stem);
  for (int s = current_; s >= 0; s = scope(s).parent) {
    Scope& here = scope(s);
    if (const auto known = here.vectors.find(name); known != here.vectors.end()) return &known->second;
    if (here.registers.contains(name) || here.symbols.contains(name)) return nullptr;
    if (!number) continue;
    const auto range = here.vector_ranges.find(name.substr(0, stem));
    if (range != here.vector_ranges.end() && *number < range->second.count)
      return &(here.vectors[name] = add_parts(name, range->second.lanes, range->second.type));
    const auto scalars = here.ranges.find(name.substr(0, stem));
    if (scalars != here.ranges.end() && *number < scalars->second.first) return nullptr;
  }
  return nullptr;
}

bool NameScopes::declares(std::string_view name) const {
  const Scope& here = scope(current_);
  if (here.registers.contains(name) || here.vectors.contains(name) || here.symbols.contains(name))
    return true;
  const std::size_t stem = name.find_last_not_of("0123456789") + 1;
  const auto number = number_at(name, stem);
  if (!number) return false;
  const auto range = here.ranges.find(name.substr(0, stem));
  const auto vectors = here.vector_ranges.find(name.substr(0, stem));
  return (range != here.ranges.end() && *number < range->second.first) ||
         (vectors != here.vector_ranges.end() && *number < vectors->second.count);
}

bool NameScopes::meets(std::string_view prefix, std::uint64_t count) const {
  const Scope& here = scope(current_);
  if (here.ranges.contains(prefix) || here.vector_ranges.contains(prefix)) return true;
  const auto inside = [&](const auto& entry) {
    const std::string_view name = entry.first;
    const auto number = name.starts_with(prefix) ? number_at(name, prefix.size()) : std::nullopt;
    return number && *number < count;
  };
  return std::ranges::any_of(here.registers, inside) || std::ranges::any_of(here.vectors, inside) ||
         std::ranges::any_of(here.symbols, inside);
}

bool NameScopes::declare_label(std::string_view name, std::uint32_t statement) {
  return scope(current_).labels.emplace(name, statement).second;
}

std::optional<RegisterId> NameScopes::find_register(std::string_view name) {
  const std::size_t stem = name.find_last_not_of("0123456789") + 1;
  const auto number = number_at(name, stem);
  for (int s = current_; s >= 0; s = scope(s).parent) {
    Scope& here = scope(s);
    if (const auto known = here.registers.find(name); known != here.registers.end()) return known->second;
    if (!number) continue;
    const auto range = here.ranges.find(name.substr(0, stem));
    if (range != here.ranges.end() && *number < range->second.first)
      return here.registers[name] = add(name, range->second.second);
  }
  return std::nullopt;
}

const Symbol* NameScopes::find_symbol(std::string_view name) const {
  for (int s = current_; s >= 0; s = scope(s).parent)
    if (const auto known = scope(s).symbols.find(name); known != scope(s).symbols.end()) return known->second;
  return nullptr;
}

std::optional<std::uint32_t> NameScopes::find_label(std::string_view name, int from) const {
  for (int s = from; s >= 0; s = scope(s).parent)
    if (const auto known = scope(s).labels.find(name); known != scope(s).labels.end()) return known->second;
  return std::nullopt;
}

std::string NameScopes::visible_names() const {
  std::vector<std::string> names;
  for (int s = current_; s >= 0; s = scope(s).parent) {
    for (const auto& [prefix, range] : scope(s).ranges)
      names.push_back(fmt::format("{}<{}>", prefix, range.first));
    for (const auto& [name, symbol] : scope(s).symbols) names.emplace_back(name);
    for (const auto& [name, id] : scope(s).registers)
      if (!scope(s).ranges.contains(name.substr(0, name.find_last_not_of("0123456789") + 1)))
        names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

std::vector<std::string> NameScopes::visible_labels(int from) const {
  std::vector<std::string> names;
  for (int s = from; s >= 0; s = scope(s).parent)
    for (const auto& [name, statement] : scope(s).labels) names.emplace_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace heddle::ptx
