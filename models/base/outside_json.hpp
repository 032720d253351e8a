// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace heddle {

/// Throws Error with file, line and column for text that is no JSON, a number that no double holds, and what
/// is nested deeper than `most_json_nesting`. `kind` names the text in messages.
void check_json(std::string_view text, const std::string& file, std::string_view kind);

/// JSON from outside. Throws Error as check_json.
template <class Json = nlohmann::json>
Json parse_json(std::string_view text, const std::string& file, std::string_view kind) {
  check_json(text, file, kind);
  return Json::parse(text);
}

}  // namespace heddle
