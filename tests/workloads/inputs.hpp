// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/host/device.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {

/// What a workload gives to the device before its first launch, which ends it.
class Inputs : public Device {
 public:
  Inputs(const std::string& workload, std::vector<std::string> sizes, std::uint64_t seed = 1) {
    try {
      Registry<Workload>::instance().find(workload).run(*this, {.sizes = std::move(sizes), .seed = seed});
      throw std::logic_error(workload + " launches nothing");
    } catch (const Launched&) {
    }
  }

  /// The first of the buffers of `count` elements that no call has returned yet.
  template <class T>
  std::vector<T> of(std::size_t count) {
    const auto found = std::find_if(buffers_.begin(), buffers_.end(), [&](const std::vector<std::byte>& b) {
      return b.size() == count * sizeof(T);
    });
    if (found == buffers_.end()) throw std::logic_error("no buffer of so many elements");
    std::vector<T> all(count);
    std::memcpy(all.data(), found->data(), found->size());
    buffers_.erase(found);
    return all;
  }
  const std::vector<std::vector<std::byte>>& buffers() const { return buffers_; }

  DevicePointer allocate(std::size_t bytes) override { return next_ += (bytes + 0x1ff) / 0x100 * 0x100; }
  void release(DevicePointer) override {}
  /// What is written to a place again (the module's variables, at first zeros) replaces what was there.
  void write(DevicePointer to, std::span<const std::byte> from) override {
    const auto [at, is_new] = places_.emplace(to, buffers_.size());
    if (is_new) buffers_.emplace_back();
    buffers_[at->second].assign(from.begin(), from.end());
  }
  void read(std::span<std::byte> to, DevicePointer) override { std::fill(to.begin(), to.end(), std::byte{}); }
  void launch(const LaunchRequest&) override { throw Launched(); }

 private:
  struct Launched {};
  std::vector<std::vector<std::byte>> buffers_{};
  std::map<DevicePointer, std::size_t> places_{};  ///< index into `buffers_`
  DevicePointer next_ = 0x10000;
};

/// Share of the elements for which `holds`.
template <class T, class Holds>
double share_of(const std::vector<T>& all, Holds&& holds) {
  return static_cast<double>(std::count_if(all.begin(), all.end(), holds)) / static_cast<double>(all.size());
}

}  // namespace heddle
