// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle {

/// One line of a trace, split into words; what follows a # is a comment. Reports errors with their place.
class TraceLine {
 public:
  TraceLine(const std::string& path, unsigned number, std::string_view text);

  bool empty() const { return words_.empty(); }
  std::size_t words() const { return words_.size(); }
  /// The word `i`, or nothing when the line has fewer.
  std::string_view word(std::size_t i) const { return i < words_.size() ? words_[i] : std::string_view{}; }

  /// Reads `digits`, a part of the word `i`, in this base. `what` names it in messages. Throws Error for
  /// anything else than a number up to `most`.
  std::uint64_t number(std::size_t i, std::string_view digits, int base, const char* what,
                       std::uint64_t most) const;
  /// Reads the word `i` as an address in hexadecimal, with or without 0x.
  std::uint64_t hexadecimal_address(std::size_t i) const;
  /// Throws Error that names the word `i`, if there is one.
  [[noreturn]] void refuse(std::string what, std::size_t i, std::string legal) const {
    refuse_value(std::move(what), std::string(word(i)), std::move(legal));
  }
  [[noreturn]] void refuse_value(std::string what, std::string value, std::string legal) const;

 private:
  const std::string& path_;
  const unsigned number_;
  std::vector<std::string_view> words_;
};

constexpr std::uint64_t most_trace_address = (1ull << 48) - 1;

}  // namespace heddle
