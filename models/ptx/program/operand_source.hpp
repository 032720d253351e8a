// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// A register's bits as a C++ value: narrow types take the low bits of `low`, 64-bit types both words.
template <class T>
constexpr T decode(std::uint32_t low, std::uint32_t high) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(std::uint64_t{high} << 32 | low);
  else if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(low);
  else
    return static_cast<T>(low);
}

/// A value as the bits of a register pair, extended by its sign to fill what it does not cover.
/// Single-precision NaNs become the one that GPUs deliver.
template <class T>
constexpr std::uint64_t encode(T value) {
  if constexpr (std::is_same_v<T, float>)
    return value != value ? 0x7fffffffu : std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else if constexpr (std::is_enum_v<T>)
    return static_cast<std::underlying_type_t<T>>(value);
  else if constexpr (std::is_signed_v<T>)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  else
    return value;
}

/// One word of all lanes, in the making: not cleared before it is written.
using Words32 = std::array<std::uint32_t, warp_size>;

/// The 32 values of a special register (see special_registers.cpp for the numbers).
void read_special(unsigned number, const WarpContext&, Words32& out);
/// The upper words of the same; 0 for a register of 32 bits.
void read_special_high(unsigned number, const WarpContext&, Words32& out);

/// One source operand seen as 32 values of type T, wherever it comes from.
template <class T>
class Source {
 public:
  Source(const OperandRef& ref, const WarpContext& context, const Operands& operands) {
    if (ref.kind == OperandRef::Kind::slot) {
      low_ = operands.source[ref.index].lane.data();
      if constexpr (sizeof(T) == 8) high_ = operands.source[ref.index + 1].lane.data();
      return;
    }
    const bool special = ref.kind == OperandRef::Kind::special;
    const std::uint64_t value = ref.kind == OperandRef::Kind::constant ? operands.constant : ref.immediate;
    low_ = spare_[0].data();
    if (special)
      read_special(ref.index, context, spare_[0]);
    else
      spare_[0].fill(static_cast<std::uint32_t>(value));
    if constexpr (sizeof(T) == 8) {
      high_ = spare_[1].data();
      if (special)
        read_special_high(ref.index, context, spare_[1]);
      else
        spare_[1].fill(static_cast<std::uint32_t>(value >> 32));
    }
  }
  Source(const Source&) = delete;

  T operator[](unsigned lane) const {
    if constexpr (sizeof(T) == 8)
      return decode<T>(low_[lane], high_[lane]);
    else
      return decode<T>(low_[lane], 0);
  }

 private:
  alignas(64) Words32 spare_[sizeof(T) == 8 ? 2 : 1];  // most operands are registers: left as it is
  const std::uint32_t* low_;
  const std::uint32_t* high_;
};

/// Operand k, which is a predicate: bit i is lane i's value.
inline LaneMask predicate_of(const Instruction& i, unsigned k, const Operands& operands) {
  const OperandRef& ref = i.operand[k];
  if (ref.kind == OperandRef::Kind::immediate) return ref.immediate != 0 ? all_lanes : 0;
  const LaneMask value = operands.predicate_source[k];
  return ref.negated ? ~value : value;
}

}  // namespace heddle::ptx
