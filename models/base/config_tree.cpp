// SPDX-License-Identifier: Apache-2.0
#include "models/base/config_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "models/base/error.hpp"

namespace heddle {
namespace {

/// True when `path` is inside the section or list of sections `outer`.
bool inside(std::string_view path, std::string_view outer) {
  if (outer.empty()) return true;
  return path.size() > outer.size() && path.starts_with(outer) &&
         (path[outer.size()] == '.' || path[outer.size()] == '[');
}

std::string parent_of(const std::string& path) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

/// Returns the index that starts at `from` in the path of `entry`, as in "buffers[2].size".
std::size_t index_of(const ConfigTree::Entry& entry, const std::string& path, std::size_t from) {
  std::size_t index = 0;
  const char* const end = path.data() + path.size();
  const auto [stop, code] = std::from_chars(path.data() + from, end, index);
  const bool closed = stop != end && *stop == ']' && (stop + 1 == end || stop[1] == '.');
  if (code != std::errc{} || !closed)
    throw Error(
        {.place = entry.key_place, .what = "bad index of a list", .value = path, .legal = "list[0].key"});
  return index;
}

}  // namespace

std::string join_path(std::string_view prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

const ConfigTree::Entry* ConfigTree::take(const std::string& path) const {
  known_.insert(path);
  for (auto it = entries_.lower_bound(path); it != entries_.end() && it->first.starts_with(path); ++it)
    if (inside(it->first, path))
      throw Error(
          {.place = it->second.key_place, .what = fmt::format("{} takes a value, not a section", path)});
  const auto it = entries_.find(path);
  return it == entries_.end() ? nullptr : &it->second;
}

void ConfigTree::enter(const std::string& path) const {
  known_.insert(path);
  const auto it = entries_.find(path);
  if (it == entries_.end() || it->second.kind == Kind::empty) return;
  throw Error({.place = it->second.place,
               .what = fmt::format("{} is a section, not a value", path),
               .value = it->second.values.empty() ? "[]" : it->second.values.front(),
               .legal = "a map of its keys"});
}

long ConfigTree::list_length(const std::string& path) const {
  known_.insert(path);
  bool present = false;
  std::set<std::size_t> indices;
  for (auto it = entries_.lower_bound(path); it != entries_.end() && it->first.starts_with(path); ++it) {
    const std::string_view rest = std::string_view(it->first).substr(path.size());
    const Entry& entry = it->second;
    const bool value = rest.empty() && (entry.kind == Kind::scalar || !entry.values.empty());
    if (rest.starts_with('.') || value)
      throw Error({.place = entry.key_place, .what = fmt::format("{} is a list of sections", path)});
    if (rest.empty()) present = true;
    if (rest.starts_with('[')) indices.insert(index_of(entry, it->first, path.size() + 1));
  }
  if (!indices.empty() && *indices.rbegin() + 1 != indices.size())
    throw Error({.place = place_of(fmt::format("{}[{}]", path, *indices.rbegin())),
                 .what = fmt::format("{} has an element {} but only {} elements", path, *indices.rbegin(),
                                     indices.size())});
  return indices.empty() && !present ? -1 : static_cast<long>(indices.size());
}

std::vector<std::string> ConfigTree::keys(const std::string& path) const {
  enter(path);
  std::set<std::string> names;
  for (const auto& [name, entry] : entries_) {
    if (!inside(name, path) || name[path.size()] != '.') continue;
    const std::string rest = name.substr(path.size() + 1);
    names.insert(rest.substr(0, rest.find_first_of(".[")));
  }
  return {names.begin(), names.end()};
}

bool ConfigTree::contains(const std::string& path) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const auto& entry) { return entry.first == path || inside(entry.first, path); });
}

std::string ConfigTree::place_of(const std::string& path) const {
  for (const auto& [name, entry] : entries_)
    if (name == path || inside(name, path)) return entry.key_place;
  return "default";
}

std::string ConfigTree::place_of_value(const std::string& path) const {
  const auto it = entries_.find(path);
  if (it != entries_.end()) return it->second.place;
  // What an element of a list leaves out has the element's place.
  const std::size_t bracket = path.rfind(']');
  return bracket == path.npos || contains(path) ? place_of(path) : place_of(path.substr(0, bracket + 1));
}

void ConfigTree::note(Resolved resolved) const {
  const auto [it, fresh] = resolved_at_.try_emplace(resolved.info.path, resolved_.size());
  if (fresh)
    resolved_.push_back(std::move(resolved));
  else
    resolved_[it->second] = std::move(resolved);
}

void ConfigTree::check_all_used() const {
  for (const auto& [path, entry] : entries_) {
    const auto read_inside = [&outer = path](const std::string& name) { return inside(name, outer); };
    if (known_.contains(path)) continue;
    if (entry.kind == Kind::empty && std::any_of(known_.begin(), known_.end(), read_inside)) continue;
    // The legal keys are those of the innermost enclosing section in which any key is known.
    std::set<std::string> beside;
    for (std::string outer = parent_of(path);; outer = parent_of(outer)) {
      for (const std::string& name : known_)
        if (name != outer && inside(name, outer)) {
          const std::size_t from = outer.empty() ? 0 : outer.size() + 1;
          beside.insert(name.substr(from, name.find('.', from) - from));
        }
      if (!beside.empty() || outer.empty()) break;
    }
    throw Error({.place = entry.key_place,
                 .what = "unknown key",
                 .value = path,
                 .legal = fmt::format("{}", fmt::join(beside, ", ")),
                 .nearest = nearest_name(path, std::vector<std::string>(known_.begin(), known_.end()))});
  }
}

}  // namespace heddle
