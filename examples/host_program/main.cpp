// SPDX-License-Identifier: Apache-2.0
// A host program on the simulated GPU: it loads the PTX of a CUDA kernel, copies, launches twice, copies back
// and checks. The machine is configured as on the command line of `heddle run`.
#include <cstdio>
#include <vector>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/host/context.hpp"
#include "tb/run/run.hpp"

using namespace heddle;

/// y = a x + y, twice.
WorkloadResult saxpy_twice(Device& device) {
  constexpr int n = 4096;
  std::vector<float> x(n), y(n, 1), expected(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i);
    expected[i] = 2 * (3 * x[i]) + 1;
  }
  Context context(device);
  const Module module = context.load(data_file("configs/launches/saxpy.ptx"));
  const Function saxpy = module.function("saxpy");
  const DevicePointer device_x = context.upload(x), device_y = context.upload(y);
  for (int k = 0; k < 2; ++k) saxpy.launch({.grid = {n / 256}, .cta = {256}}, n, 3.0f, device_x, device_y);
  const std::vector<float> got = context.download<float>(device_y, n);
  context.free(device_x);
  context.free(device_y);
  WorkloadResult result;
  result.compare<float>("y", expected, got);
  return result;
}

int main() try {
  RunRequest request{.target = "saxpy twice", .program = saxpy_twice};
  request.platform.techniques = {"warped_compression"};
  request.platform.assignments = {"sms=4"};
  const RunResult result = run(request);
  std::printf("%s: %.0f cycles, IPC %.2f, compression ratio %.2f, %s\n", request.target.c_str(),
              result.stats.at("cycles").get<double>(), result.stats.at("summary").at("ipc").get<double>(),
              result.stats.at("summary").at("compression_ratio").get<double>(),
              result.result.passed() ? "result as expected" : result.result.first.c_str());
  return result.result.passed() ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
