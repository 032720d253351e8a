// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/register_file/register_banks.hpp"
#include "models/warped_compression/bdi.hpp"

// The range indicators of a register file (Lee2015, section 4, end, and section 5): two bits a warp register
// that say how its banks are to be read.

namespace heddle {

/// Warp registers of a 128 KB register file (Lee2015, Table 2).
inline constexpr unsigned indicator_registers = 1024;

/// One bit of the indicator of every warp register: register r is bit r mod 64 of word r / 64.
using IndicatorPlane = std::array<std::uint64_t, indicator_registers / 64>;

constexpr IndicatorPlane filled_plane(bool bit) {
  IndicatorPlane plane{};
  plane.fill(bit ? ~std::uint64_t{0} : 0);
  return plane;
}

/// The indicators of all registers; initially each says uncompressed.
struct Indicators {
  static constexpr bool uncompressed_bit(unsigned k) {
    return static_cast<unsigned>(BdiEncoding::uncompressed) >> k & 1;
  }

  IndicatorPlane low = filled_plane(uncompressed_bit(0));
  IndicatorPlane high = filled_plane(uncompressed_bit(1));
  IndicatorPlane wide = filled_plane(uncompressed_bit(2));  ///< all zero where an indicator has two bits
  bool operator==(const Indicators&) const = default;
};

/// The form of register r, which is less than `indicator_registers`.
constexpr BdiEncoding indicator(const Indicators& all, RegisterId r) {
  const auto bit = [r](const IndicatorPlane& plane) {
    return static_cast<unsigned>(plane[r / 64] >> r % 64 & 1);
  };
  return static_cast<BdiEncoding>(bit(all.low) | bit(all.high) << 1 | bit(all.wide) << 2);
}

/// The state of a range indicator table.
class RangeIndicators {
 public:
  /// `bits` of an indicator: 2 (Lee2015, section 4) or 3 (all encodings of Fig. 5); throws Error otherwise.
  explicit RangeIndicators(unsigned bits);

  const Indicators& all() const { return all_; }

  /// Register r is now held as the BdiEncoding of number `encoding`, of which only as many bits count as an
  /// indicator has. Registers that the table does not have are ignored. True when an indicator changed.
  bool update(RegisterId r, unsigned encoding);

  /// Registers first .. first + count - 1 are uncompressed again, as far as the table has them. True when an
  /// indicator changed.
  bool clear(unsigned first, unsigned count);

  /// As after power-on: all uncompressed.
  void reset() { all_ = {}; }

 private:
  unsigned mask_;
  Indicators all_;
};

}  // namespace heddle
