// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// Where shared and local memory appear in the generic address space. Both windows lie below 4 GiB, so that
/// kernels with 32-bit addresses see the same map; MemoryMap never allocates there.
/// `cvta`, `isspacep` and generic loads and stores all follow from these figures.
struct MemoryWindows {
  static constexpr std::uint64_t size = 0x0100'0000;
  static constexpr std::uint64_t local = 0xfe00'0000;
  static constexpr std::uint64_t shared = 0xff00'0000;
  static constexpr std::uint64_t end = shared + size;

  /// What is added to an address in `space` to make it generic.
  static constexpr std::uint64_t base(Space space) {
    return space == Space::shared ? shared : space == Space::local ? local : 0;
  }
};

/// A space and the address within it: device address of global, byte of the CTA's shared window, of the
/// thread's local memory.
struct Location {
  Space space = Space::none;
  std::uint64_t offset = 0;
};

/// Turns the address of an access into the place that it means; only generic addresses change.
constexpr Location resolve(Space space, std::uint64_t address) {
  if (space != Space::generic) return {space, address};
  if (address >= MemoryWindows::shared && address < MemoryWindows::end)
    return {Space::shared, address - MemoryWindows::shared};
  if (address >= MemoryWindows::local && address < MemoryWindows::shared)
    return {Space::local, address - MemoryWindows::local};
  return {Space::global, address};
}

}  // namespace heddle::ptx
