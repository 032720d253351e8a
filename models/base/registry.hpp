// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/error.hpp"

namespace heddle {

/// All things of one kind by name. A variant is added by adding a file that holds a `Registration`;
/// nothing else lists it. `Entry` needs a member `name` and a static `kind()` ("workload", "block", ...).
template <class Entry>
class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  /// Throws Error when the name is taken: two files claim the same thing.
  void add(Entry entry) {
    const std::string name{entry.name};
    if (!entries_.emplace(name, std::move(entry)).second)
      throw Error({.what = fmt::format("two {}s register the same name", Entry::kind()), .value = name});
  }

  /// Throws Error with the nearest name when there is none called `name`. `key`: see Problem.
  const Entry& find(std::string_view name, std::string_view key = {}) const {
    if (auto it = entries_.find(name); it != entries_.end()) return it->second;
    const auto known = names();
    throw Error({.what = fmt::format("unknown {}", Entry::kind()),
                 .value = std::string(name),
                 .legal = fmt::format("{}", fmt::join(known, ", ")),
                 .nearest = nearest_name(name, known),
                 .key = std::string(key)});
  }

  bool contains(std::string_view name) const { return entries_.find(name) != entries_.end(); }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, entry] : entries_) all.push_back(name);
    return all;
  }

 private:
  std::map<std::string, Entry, std::less<>> entries_;
};

/// Problems during the registration of static objects, when no Error can be caught.
inline std::vector<Problem>& registration_problems() {
  static std::vector<Problem> problems;
  return problems;
}
/// Clears them, and throws the first as an Error. Call it when `main` begins or a plug-in (`place`) is
/// loaded.
inline void require_registrations(const std::string& place = "") {
  const std::vector<Problem> problems = std::exchange(registration_problems(), {});
  if (problems.empty()) return;
  Problem first = problems.front();
  first.place = place;
  throw Error(std::move(first));
}

/// A static object of this type in a source file adds `entry` before `main` starts.
template <class Entry>
struct Registration {
  explicit Registration(Entry entry) {
    try {
      Registry<Entry>::instance().add(std::move(entry));
    } catch (const Error& error) {
      registration_problems().push_back(error.problem());
    }
  }
};

}  // namespace heddle
