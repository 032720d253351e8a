// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace heddle {

/// Architected registers of a thread: bit r is register r.
using RegisterSet = std::uint64_t;

constexpr RegisterSet only(unsigned r) { return RegisterSet{1} << r; }
/// The registers [0, count).
constexpr RegisterSet first_registers(unsigned count) {
  return count >= 64 ? ~RegisterSet{0} : only(count) - 1;
}
constexpr RegisterSet set_of(std::span<const std::uint8_t> registers) {
  RegisterSet set = 0;
  for (const std::uint8_t r : registers) set |= only(r);
  return set;
}
/// Calls f(register) for each, lowest first.
template <class F>
constexpr void for_each_register(RegisterSet set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<std::uint8_t>(std::countr_zero(set)));
}

}  // namespace heddle
