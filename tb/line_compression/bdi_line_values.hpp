// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// The values of a line as one of the encodings with deltas sees them.
template <class V, class D>
struct BdiLineValues {
  using Value = V;
  using Delta = D;
  static constexpr unsigned delta_bits = 8 * sizeof(Delta), value_bits = 8 * sizeof(Value);
  static constexpr Delta lowest = std::numeric_limits<Delta>::min();
  static constexpr Delta highest = std::numeric_limits<Delta>::max();

  static constexpr Value extend(Delta delta) {
    return static_cast<Value>(static_cast<std::make_signed_t<Value>>(delta));
  }
  static constexpr Value below() { return static_cast<Value>(extend(lowest) - 1); }
  static constexpr Value above() { return static_cast<Value>(extend(highest) + 1); }
  static constexpr bool fits(Value v) { return extend(static_cast<Delta>(v)) == v; }
  /// The bits in which a distance is not the extension of its delta.
  static constexpr Value excess(Value v) { return v ^ extend(static_cast<Delta>(v)); }

  std::array<Value, sizeof(LineBytes) / sizeof(Value)> value;

  static BdiLineValues of(const LineBytes& line) {
    BdiLineValues values;
    std::memcpy(values.value.data(), line.data(), sizeof line);
    return values;
  }
};

/// Calls `f` with an empty BdiLineValues of the encoding's values and deltas; not for zero and repeated.
template <class F>
void with_values(BdiLineEncoding encoding, F&& f) {
  switch (encoding) {
    case BdiLineEncoding::base8_delta1:
      return f(BdiLineValues<std::uint64_t, std::int8_t>{});
    case BdiLineEncoding::base4_delta1:
      return f(BdiLineValues<std::uint32_t, std::int8_t>{});
    case BdiLineEncoding::base8_delta2:
      return f(BdiLineValues<std::uint64_t, std::int16_t>{});
    case BdiLineEncoding::base4_delta2:
      return f(BdiLineValues<std::uint32_t, std::int16_t>{});
    case BdiLineEncoding::base2_delta1:
      return f(BdiLineValues<std::uint16_t, std::int8_t>{});
    case BdiLineEncoding::base8_delta4:
      return f(BdiLineValues<std::uint64_t, std::int32_t>{});
    default:
      return;
  }
}

/// The encodings with deltas are those from this number on.
inline constexpr unsigned first_with_deltas = static_cast<unsigned>(BdiLineEncoding::base8_delta1);

}  // namespace heddle
