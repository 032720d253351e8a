// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

/// The formats of printf: the kernel's side and the host's read them by the same table.
namespace heddle::ptx {

/// What a character after the '%' of a format means. A conversion is everything from '%' to the first
/// character that is no `part`, `longer`, `longest` or `star`; the host then checks whether that is valid.
enum class FormatCharacter : std::uint8_t {
  none,     ///< no conversion: the format ends here
  part,     ///< flag, digit, '.', or a length that changes no size
  longer,   ///< l z t: long_words of them make an integer 8 bytes wide
  longest,  ///< j: as wide as two `longer`
  star,     ///< takes an int
  integer,  ///< takes 4 or 8 bytes
  real,     ///< takes a double
  pointer,  ///< takes an address
  string,   ///< takes an address, and what is there up to a zero byte
  percent   ///< takes nothing
};

constexpr FormatCharacter format_character(unsigned char c) {
  const auto among = [c](std::string_view all) { return all.find(static_cast<char>(c)) != all.npos; };
  if (c == 0) return FormatCharacter::none;
  if (among("-+ #0123456789.hL")) return FormatCharacter::part;
  if (among("lzt")) return FormatCharacter::longer;
  if (c == 'j') return FormatCharacter::longest;
  if (c == '*') return FormatCharacter::star;
  if (among("diouxXc")) return FormatCharacter::integer;
  if (among("eEfFgGaA")) return FormatCharacter::real;
  if (c == 'p') return FormatCharacter::pointer;
  if (c == 's') return FormatCharacter::string;
  if (c == '%') return FormatCharacter::percent;
  return FormatCharacter::none;
}

/// `long` is as wide as an address, `long long` has 8 bytes.
constexpr unsigned long_words(unsigned address_bits) { return address_bits == 64 ? 1 : 2; }

/// A variable in device memory that a module with printf has: bytes given out (u64), calls that found no room
/// (u64), then records. A record has its size in bytes (u32, a multiple of 8), the length of the format
/// (u32), the format, and what the conversions take: 8 bytes each, of a string its length (or ~0 for a null
/// pointer) and its text. Texts end with a zero byte and are filled up to a multiple of 8 bytes.
struct PrintBuffer {
  static constexpr std::string_view name = "__heddle_print";
  static constexpr std::uint64_t header = 16;
  static constexpr std::uint64_t records = std::uint64_t{1} << 20;  ///< bytes: CUDA's default
  static constexpr std::uint64_t null_string = ~std::uint64_t{0};
  /// Bytes that a text takes.
  static constexpr std::uint64_t text_bytes(std::uint64_t length) { return (length + 8) / 8 * 8; }
};

}  // namespace heddle::ptx
