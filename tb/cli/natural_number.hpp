// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace heddle {

/// Refuses what CLI11 would take for another unsigned number of 64 bits: what begins with a minus sign, and
/// what is too large.
inline CLI::Validator natural_number() {
  return {[](const std::string& text) -> std::string {
            if (text.starts_with('-')) return "'" + text + "' is negative; legal: 0 and above";
            errno = 0;
            std::strtoull(text.c_str(), nullptr, 0);
            if (errno != ERANGE) return {};
            return "'" + text + "' is too large; legal: 0 to " +
                   std::to_string(std::numeric_limits<std::uint64_t>::max());
          },
          ""};
}

}  // namespace heddle
