// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::sweep {

/// What a sweep varies, and the values that it takes in turn.
struct Axis {
  std::string name{};  ///< as a column's head: "sm.scheduler", "with"
  std::vector<std::string> values{};
};

/// Most values of an axis, and most points of a sweep.
inline constexpr std::size_t most_values = 10'000;

/// The values of a list: "1,2,4" are three, "1..8" eight, "0..100:25" five and "1..64:*2" seven (1, 2, 4,
/// ...); "1..4,8" has both. What stands within brackets, braces, parentheses or quotes is one value. Throws
/// Error for a range that is empty, does not end or is too long, and for an empty value.
std::vector<std::string> values_of(std::string_view text);

/// "KEY=VALUES" as an axis. Throws Error as values_of, and without a key.
Axis axis_of(std::string_view assignment);

/// Is the value a number, and no name?
bool is_number(const std::string& value);

}  // namespace heddle::sweep
