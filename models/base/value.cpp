// SPDX-License-Identifier: Apache-2.0
#include "models/base/value.hpp"

#include <charconv>
#include <cmath>

namespace heddle {
namespace {

struct Digits {
  std::string_view text;
  int base = 10;
  bool negative = false;
};

/// Separates the sign and the prefix 0x from the digits of an integer.
Digits digits_of(std::string_view text) {
  Digits digits{text};
  if (text.starts_with('-') || text.starts_with('+')) {
    digits.negative = text.front() == '-';
    digits.text.remove_prefix(1);
  }
  if (digits.text.starts_with("0x") || digits.text.starts_with("0X")) {
    digits.text.remove_prefix(2);
    digits.base = 16;
  }
  return digits;
}

Parse magnitude(const Digits& digits, std::uint64_t& out) {
  const char* const end = digits.text.data() + digits.text.size();
  const auto [stop, code] = std::from_chars(digits.text.data(), end, out, digits.base);
  if (stop != end || code == std::errc::invalid_argument) return Parse::wrong_type;
  return code == std::errc{} ? Parse::ok : Parse::out_of_range;
}

}  // namespace

Parse parse_unsigned(std::string_view text, std::uint64_t max, std::uint64_t& out) {
  const Digits digits = digits_of(text);
  const Parse result = magnitude(digits, out);
  if (result == Parse::ok && (out > max || (digits.negative && out != 0))) return Parse::out_of_range;
  return result;
}

Parse parse_signed(std::string_view text, std::int64_t min, std::int64_t max, std::int64_t& out) {
  const Digits digits = digits_of(text);
  std::uint64_t size = 0;
  if (const Parse result = magnitude(digits, size); result != Parse::ok) return result;
  const std::uint64_t limit =
      digits.negative ? std::uint64_t{0} - static_cast<std::uint64_t>(min) : static_cast<std::uint64_t>(max);
  if (size > limit) return Parse::out_of_range;
  out = static_cast<std::int64_t>(digits.negative ? std::uint64_t{0} - size : size);
  return Parse::ok;
}

Parse parse_real(std::string_view text, double& out) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, out);
  if (stop != end || code == std::errc::invalid_argument) return Parse::wrong_type;
  if (code == std::errc::result_out_of_range) return Parse::out_of_range;
  return std::isfinite(out) ? Parse::ok : Parse::wrong_type;
}

}  // namespace heddle
