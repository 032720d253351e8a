// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heddle::lower {

Bits::Bits(unsigned width, std::uint64_t value) : digits_(width, '0') {
  for (unsigned i = 0; i < width && i < 64; ++i)
    if (value >> i & 1) digits_[width - 1 - i] = '1';
}

std::optional<Bits> Bits::parse(std::string_view text) {
  const std::size_t quote = text.find('\'');
  unsigned width = 0;
  if (quote == std::string_view::npos ||
      std::from_chars(text.data(), text.data() + quote, width).ptr != text.data() + quote || width == 0)
    return std::nullopt;
  text.remove_prefix(quote + 1);
  if (text.starts_with('s')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  const char base = text[0];
  text.remove_prefix(1);
  const unsigned bits = base == 'h' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
  if (bits == 0) return std::nullopt;
  std::string digits;
  for (const char c : text) {
    if (c == '_') continue;
    const bool unknown = c == 'x' || c == 'z';
    const char* end = &c + 1;
    unsigned digit = 0;
    if (!unknown && std::from_chars(&c, end, digit, 16).ptr != end) return std::nullopt;
    for (unsigned i = bits; i-- > 0;) digits += unknown ? c : digit >> i & 1 ? '1' : '0';
  }
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return Bits(digits.substr(digits.size() - width));
}

std::optional<std::uint64_t> Bits::value() const {
  if (has_unknown()) return std::nullopt;
  const std::size_t one = digits_.find('1');
  if (one == std::string::npos) return 0;
  if (digits_.size() - one > 64) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = one; i < digits_.size(); ++i) value = value << 1 | (digits_[i] == '1');
  return value;
}

std::optional<std::int64_t> Bits::signed_value() const {
  if (has_unknown() || width() > 64) return std::nullopt;
  return static_cast<std::int64_t>(*extended(64, true).value());
}

Bits Bits::slice(unsigned lsb, unsigned count) const {
  std::string part(count, 'x');
  for (unsigned i = 0; i < count; ++i)
    if (const std::uint64_t at = std::uint64_t{lsb} + i; at < width())
      part[count - 1 - i] = digits_[width() - 1 - at];
  return Bits(std::move(part));
}

Bits Bits::extended(unsigned to, bool sign) const {
  if (to <= width()) return slice(0, to);
  return Bits(std::string(to - width(), sign && width() > 0 ? digits_[0] : '0') + digits_);
}

Bits Bits::with(unsigned lsb, const Bits& part) const {
  Bits all = *this;
  for (unsigned i = 0; i < part.width(); ++i)
    if (const std::uint64_t at = std::uint64_t{lsb} + i; at < width())
      all.digits_[width() - 1 - at] = part.digits_[part.width() - 1 - i];
  return all;
}

std::string Bits::text(bool wild) const {
  if (!has_unknown() && width() > 4) {
    std::string hex, padded = std::string((4 - width() % 4) % 4, '0') + digits_;
    for (std::size_t i = 0; i < padded.size(); i += 4)
      hex += "0123456789abcdef"[*Bits(padded.substr(i, 4)).value()];
    const std::size_t first = hex.find_first_not_of('0');
    return fmt::format("{}'h{}", width(), first == std::string::npos ? "0" : hex.substr(first));
  }
  std::string text = digits_;
  if (wild)
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == 'x' || c == 'z'; }, '?');
  return fmt::format("{}'b{}", width(), text);
}

}  // namespace heddle::lower
