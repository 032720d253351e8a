// SPDX-License-Identifier: Apache-2.0
#include "tb/run/host_cost.hpp"

#include <sys/resource.h>

#include <ctime>

namespace heddle {
namespace {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

void TimedDevice::launch(const LaunchRequest& request) {
  const double before = processor_seconds();
  DeviceWrapper::launch(request);
  seconds_ += processor_seconds() - before;
}

HostCost TimedDevice::cost() const { return {seconds_, processor_seconds(), peak_bytes()}; }

}  // namespace heddle
