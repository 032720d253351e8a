// SPDX-License-Identifier: Apache-2.0
#include "models/host/functional_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "models/base/error.hpp"
#include "models/host/resident_ctas.hpp"

namespace heddle {

DevicePointer FunctionalDevice::allocate(std::size_t bytes) {
  const DevicePointer address = map_.allocate(bytes);
  storage_.emplace_back(bytes);
  return address;
}

void FunctionalDevice::release(DevicePointer buffer) {
  storage_.erase(storage_.begin() + static_cast<std::ptrdiff_t>(map_.release(buffer)));
}

std::byte* FunctionalDevice::find(DevicePointer address, std::uint64_t bytes) {
  const Allocation* a = map_.check(address, bytes);
  if (a == nullptr) return nullptr;
  return storage_[static_cast<std::size_t>(a - map_.allocations().data())].data() + (address - a->address);
}

void FunctionalDevice::write(DevicePointer to, std::span<const std::byte> from) {
  map_.require(to, from.size());
  std::copy(from.begin(), from.end(), find(to, from.size()));
}

void FunctionalDevice::read(std::span<std::byte> to, DevicePointer from) {
  map_.require(from, to.size());
  std::copy_n(find(from, to.size()), to.size(), to.begin());
}

void FunctionalDevice::launch(const LaunchRequest& r) {
  check_launch(r, options_.limits);
  check_divergence(r.kernel, divergence());
  constexpr std::uint64_t of_gtx480 = 15 * 8;
  std::uint64_t issued = 0;
  ResidentCtas ctas(*this, r, issued,
                    {.limit = options_.max_instructions,
                     .resident = options_.resident_ctas ? options_.resident_ctas(r) : of_gtx480},
                    observer_, results_);
  ctas.run();
  warp_instructions_ += issued;
}

}  // namespace heddle
