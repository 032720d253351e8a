#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace heddle {

/// Refuses what begins with a minus sign, which CLI11 would take for a large unsigned number.
inline CLI::Validator natural_number() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? "'" + text + "' is negative; legal: 0 and above" : std::string();
          },
          ""};
}

}  // namespace heddle
