// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/host/device_wrapper.hpp"

namespace heddle {

/// The host's time and memory for a run: no part of the statistics.
struct HostCost {
  double launch_seconds = 0;     ///< processor time in launches
  double launch_wall = 0;        ///< time that passed in launches, in seconds
  double seconds = 0;            ///< processor time of the process, building and checking included
  std::uint64_t peak_bytes = 0;  ///< resident memory
};

/// A device that measures the time in which another one runs kernels.
class TimedDevice final : public DeviceWrapper {
 public:
  using DeviceWrapper::DeviceWrapper;
  void launch(const LaunchRequest& request) override;

  /// Returns what this process has used so far.
  HostCost cost() const;

 private:
  double seconds_ = 0, wall_ = 0;
};

}  // namespace heddle
