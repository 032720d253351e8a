// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::estimate {

/// A group of a liberty file, `kind(names) { ... }`, without meaning. Groups of delays, energies and shapes
/// stay empty: they are OpenSTA's, which reads the same file.
struct LibertyGroup {
  std::string kind{};
  std::vector<std::string> names{};
  std::map<std::string, std::string, std::less<>> attributes{};          ///< `name : value ;`
  std::map<std::string, std::vector<std::string>, std::less<>> lists{};  ///< `name(value, ...) ;`
  std::map<std::string, int, std::less<>> lines{};                       ///< of attributes and lists
  std::vector<LibertyGroup> groups{};
  int line = 0;
  std::size_t begin = 0, end = 0;  ///< where it stands in the text, with its braces

  /// The value of an attribute; empty when it is not there.
  std::string_view attribute(std::string_view name) const;
  /// The line of an attribute or a list; its own when that is not there.
  int line_of(std::string_view name) const;
};

/// Parses the text of a liberty; `place` names it in messages. Throws Error with the line when it is
/// malformed and when it has more or deeper groups than are taken (outside_limits.hpp); with cell and line
/// when an attribute is infinite or undefined, and when a table has what cannot be (liberty_tables.hpp).
LibertyGroup parse_liberty(std::string_view text, const std::string& place);

/// A text in small letters without blanks and line ends, so that only its meaning is compared.
std::string squeezed(std::string_view text);

}  // namespace heddle::estimate
