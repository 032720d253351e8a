// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/host/device.hpp"

namespace heddle {

/// One buffer in device memory.
struct Allocation {
  DevicePointer address = 0;
  std::uint64_t size = 0;    ///< bytes
  std::uint64_t number = 0;  ///< among all that have been made, from 1
};

/// Which device addresses exist. Buffers are 256-byte aligned and apart, so that an access beyond the end of
/// one never lands in the next.
class MemoryMap {
 public:
  static constexpr DevicePointer first_address = 0x1000'0000;
  /// The addresses from `own_address` to `own_end` are the device's own; buffers lie below them, and above up
  /// to `end_address`.
  static constexpr DevicePointer own_address = std::uint64_t{1} << 40, own_end = std::uint64_t{1} << 41,
                                 end_address = std::uint64_t{1} << 42;
  static constexpr bool is_own(DevicePointer address) { return address >= own_address && address < own_end; }
  static constexpr std::uint64_t alignment = 256, gap = 256;

  explicit MemoryMap(std::uint64_t limit = std::uint64_t{1} << 32) : limit_(limit) {}

  /// The address of a new buffer. Throws Error when all buffers together would exceed the limit.
  DevicePointer allocate(std::uint64_t bytes);
  /// Forgets the buffer that begins at `address`; returns its index in allocations(). Error when there is
  /// none.
  std::size_t release(DevicePointer address);
  /// The allocation that holds all of [address, address + bytes), or null. Valid until the next allocate().
  const Allocation* check(DevicePointer address, std::uint64_t bytes) const;
  /// check(), for a copy by the host: Error instead of null.
  const Allocation& require(DevicePointer address, std::uint64_t bytes) const;
  /// The allocation that begins last before `address`, else the first one; null when there is none.
  const Allocation* nearest(DevicePointer address) const;
  /// Bytes of the limit that no buffer occupies.
  std::uint64_t free_bytes() const { return limit_ - used_; }
  /// Buffers that have been made, released ones included.
  std::uint64_t made() const { return made_; }
  /// In order of address.
  const std::vector<Allocation>& allocations() const { return allocations_; }

 private:
  std::uint64_t limit_, used_ = 0;
  DevicePointer next_ = first_address;
  std::uint64_t made_ = 0;
  std::vector<Allocation> allocations_;
};

}  // namespace heddle
