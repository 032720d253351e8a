#pragma once

#include <string>

#include "models/base/registry.hpp"

namespace heddle {

/// What `read` returns; an Error of its that names no place gets the command line.
template <class Read>
decltype(auto) from_command_line(Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    Problem problem = error.problem();
    if (problem.place.empty()) problem.place = "command line";
    throw Error(std::move(problem));
  }
}

/// The entry that the command line names. Throws Error with the nearest name.
template <class Entry>
const Entry& named(const std::string& name) {
  return from_command_line([&]() -> const Entry& { return Registry<Entry>::instance().find(name); });
}

}  // namespace heddle
