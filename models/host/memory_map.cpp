// SPDX-License-Identifier: Apache-2.0
#include "models/host/memory_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/ptx/program/memory_windows.hpp"

namespace heddle {

DevicePointer MemoryMap::allocate(std::uint64_t bytes) {
  if (bytes > limit_ - used_)
    throw Error({.what = "out of device memory",
                 .value = fmt::format("{} bytes", bytes),
                 .legal = fmt::format("{} of {} bytes are free", free_bytes(), limit_)});
  // Global memory may not overlap the windows through which generic addresses reach shared and local memory.
  if (next_ < ptx::MemoryWindows::end && next_ + bytes + gap > ptx::MemoryWindows::local)
    next_ = ptx::MemoryWindows::end;
  if (next_ < own_end && (bytes > own_address - next_ || own_address - next_ - bytes < gap)) next_ = own_end;
  if (bytes > end_address - next_)
    throw Error({.what = "out of device addresses: each is given out once",
                 .value = fmt::format("{} bytes", bytes),
                 .legal = fmt::format("{} bytes are left", end_address - next_)});
  const DevicePointer address = next_;
  allocations_.push_back({address, bytes, ++made_});
  used_ += bytes;
  next_ = (address + bytes + gap + alignment - 1) / alignment * alignment;
  return address;
}

std::size_t MemoryMap::release(DevicePointer address) {
  const auto found = std::find_if(allocations_.begin(), allocations_.end(),
                                  [&](const Allocation& a) { return a.address == address; });
  if (found == allocations_.end())
    throw Error({.what = "no buffer begins at the address that is to be freed",
                 .value = fmt::format("{:#x}", address)});
  used_ -= found->size;
  const auto index = static_cast<std::size_t>(found - allocations_.begin());
  allocations_.erase(found);
  return index;
}

const Allocation* MemoryMap::nearest(DevicePointer address) const {
  const auto behind = std::upper_bound(allocations_.begin(), allocations_.end(), address,
                                       [](DevicePointer a, const Allocation& b) { return a < b.address; });
  if (behind != allocations_.begin()) return &*(behind - 1);
  return allocations_.empty() ? nullptr : &allocations_.front();
}

const Allocation* MemoryMap::check(DevicePointer address, std::uint64_t bytes) const {
  const auto holds = [&](const Allocation& a) {
    const std::uint64_t offset = address - a.address;
    return address >= a.address && offset <= a.size && bytes <= a.size - offset;
  };
  // Where it found something last: most accesses go there again. SMs may run on several threads.
  static thread_local std::size_t found = 0;
  if (found < allocations_.size() && holds(allocations_[found])) return &allocations_[found];
  const Allocation* a = nearest(address);
  if (a == nullptr || !holds(*a)) return nullptr;
  found = static_cast<std::size_t>(a - allocations_.data());
  return a;
}

const Allocation& MemoryMap::require(DevicePointer address, std::uint64_t bytes) const {
  if (const Allocation* a = check(address, bytes)) return *a;
  const Allocation* a = nearest(address);
  throw Error({.what = "copy outside device memory",
               .value = fmt::format("{} bytes at {:#x}", bytes, address),
               .legal = a == nullptr ? "nothing is allocated"
                                     : fmt::format("nearest allocation: {:#x} to {:#x}", a->address,
                                                   a->address + a->size)});
}

}  // namespace heddle
