// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace heddle {

/// The message for an input that cannot be used. Thrown anywhere, printed once by `main`. Every field but
/// `what` may stay empty; only what is known is printed.
struct Problem {
  std::string place{};    ///< file:line:column, "command line", or an instruction
  std::string what{};     ///< what is wrong, as one clause
  std::string value{};    ///< the offending value as the user wrote it
  std::string legal{};    ///< what would be accepted
  std::string nearest{};  ///< the known name closest to `value`
  /// Of an error of a configuration struct's validate(): the key of `value` in that struct's section, from
  /// which `resolve` finds the place. It is not printed.
  std::string key{};
};

/// The only exception type that Heddle throws on purpose.
class Error : public std::runtime_error {
 public:
  explicit Error(Problem problem);
  const Problem& problem() const { return problem_; }

 private:
  Problem problem_;
};

/// The name of `known` that `name` has been renamed to (see renamed.hpp), else the one with the smallest edit
/// distance to it; empty when none is close enough to be meant.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace heddle
