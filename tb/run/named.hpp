// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/base/registry.hpp"

namespace heddle {

/// Returns what `read` returns; an Error from it without a place gets the command line as its place.
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
