// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "models/base/error.hpp"

namespace heddle {

TraceLine::TraceLine(const std::string& path, unsigned number, std::string_view text)
    : path_(path), number_(number) {
  text = text.substr(0, text.find('#'));
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r", at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    words_.push_back(text.substr(at, end - at));
    at = end;
  }
}

std::uint64_t TraceLine::number(std::size_t i, std::string_view digits, int base, const char* what,
                                std::uint64_t most) const {
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (fault == std::errc::invalid_argument || end != digits.data() + digits.size())
    refuse(fmt::format("{} is not a {} number", what, base == 16 ? "hexadecimal" : "decimal"), i, "");
  if (fault != std::errc{} || value > most)
    refuse(fmt::format("{} is too large", what), i,
           base == 16 ? fmt::format("at most {:x}", most) : fmt::format("at most {}", most));
  return value;
}

std::uint64_t TraceLine::hexadecimal_address(std::size_t i) const {
  std::string_view digits = word(i);
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  return number(i, digits, 16, "the address", most_trace_address);
}

void TraceLine::refuse_value(std::string what, std::string value, std::string legal) const {
  throw Error({.place = fmt::format("{}:{}", path_, number_),
               .what = std::move(what),
               .value = std::move(value),
               .legal = std::move(legal)});
}

}  // namespace heddle
