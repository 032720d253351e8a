// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::lower {

/// A constant of any width: its digits 0, 1, x or z, the highest bit first.
class Bits {
 public:
  Bits() = default;
  explicit Bits(std::string digits) : digits_(std::move(digits)) {}
  Bits(unsigned width, std::uint64_t value);
  /// Reads Verilator's text of a constant: "32'sh3", "8'b1zz". Digits that are missing in front are zeros.
  static std::optional<Bits> parse(std::string_view text);

  unsigned width() const { return static_cast<unsigned>(digits_.size()); }
  const std::string& digits() const { return digits_; }
  bool has_unknown() const { return digits_.find_first_of("xz") != std::string::npos; }
  /// The value, unless a digit is x or z or it needs more than 64 bits.
  std::optional<std::uint64_t> value() const;
  std::optional<std::int64_t> signed_value() const;

  Bits slice(unsigned lsb, unsigned width) const;  ///< beyond the highest bit: x
  Bits extended(unsigned width, bool sign) const;
  Bits with(unsigned lsb, const Bits& part) const;  ///< a part of it replaced
  /// As a literal; with `wild`, x and z as ?.
  std::string text(bool wild = false) const;
  bool operator==(const Bits&) const = default;

 private:
  std::string digits_;
};

}  // namespace heddle::lower
