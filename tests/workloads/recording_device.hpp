// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/host/device_wrapper.hpp"

namespace heddle {

/// Hashes (FNV-1a) all bytes that go to the device and all that come back.
class RecordingDevice : public DeviceWrapper {
 public:
  using DeviceWrapper::DeviceWrapper;
  void write(DevicePointer to, std::span<const std::byte> from) override {
    add(sent, from);
    DeviceWrapper::write(to, from);
  }
  void read(std::span<std::byte> to, DevicePointer from) override {
    DeviceWrapper::read(to, from);
    add(received, to);
  }
  void launch(const LaunchRequest& request) override {
    ++launches;
    DeviceWrapper::launch(request);
  }

  std::uint64_t sent = 0xcbf29ce484222325u, received = 0xcbf29ce484222325u;
  unsigned launches = 0;

 private:
  static void add(std::uint64_t& hash, std::span<const std::byte> bytes) {
    for (const std::byte b : bytes) hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001b3u;
  }
};

/// Flips one bit in the top byte of one word that the host reads back, which exceeds every tolerance. Reads
/// of a single word, such as bfs's flag, are left alone.
class CorruptingDevice : public DeviceWrapper {
 public:
  /// `position` in [0, 1) is the relative place in the buffer.
  CorruptingDevice(Device& inner, double position, unsigned bit)
      : DeviceWrapper(inner), position_(position), bit_(bit) {}
  void read(std::span<std::byte> to, DevicePointer from) override {
    DeviceWrapper::read(to, from);
    if (to.size() > 4)
      to[static_cast<std::size_t>(position_ * static_cast<double>(to.size() / 4)) * 4 + 3] ^= std::byte{1}
                                                                                              << bit_;
  }

 private:
  double position_;
  unsigned bit_;
};

}  // namespace heddle
