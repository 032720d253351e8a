// SPDX-License-Identifier: Apache-2.0
#include "tb/run/host_cost.hpp"

#include <sys/resource.h>

#include <ctime>

namespace heddle {
namespace {

double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

void TimedDevice::launch(const LaunchRequest& request) {
  const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID), wall_before = seconds_of(CLOCK_MONOTONIC);
  DeviceWrapper::launch(request);
  seconds_ += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
  wall_ += seconds_of(CLOCK_MONOTONIC) - wall_before;
}

HostCost TimedDevice::cost() const {
  return {seconds_, wall_, seconds_of(CLOCK_PROCESS_CPUTIME_ID), peak_bytes()};
}

}  // namespace heddle
