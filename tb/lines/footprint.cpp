// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/footprint.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/lines/footprint_device.hpp"
#include "tb/run/functional_run.hpp"
#include "tb/run/program.hpp"
#include "tb/run/report.hpp"

namespace heddle {
namespace {

constexpr const char* columns = "{:<22}{:>11}{:>10}{:>10}{:>10}{:>11}{:>8}{:>11}{:>8}{:>14}{:>9}{:>8}\n";

std::string kib(std::uint64_t bytes) { return grouped((bytes + 1023) / 1024); }
std::string lines_kib(std::uint64_t lines) { return kib(lines * 128); }
std::string share(const LineContents& c) {
  return c.lines == 0 ? "-"
                      : fmt::format("{:.1f} %", 100.0 * static_cast<double>(c.compressible) /
                                                    static_cast<double>(c.lines));
}
std::string bursts(const LineContents& c) {
  return c.lines == 0 ? "-"
                      : fmt::format("{:.2f}", static_cast<double>(c.bursts) / static_cast<double>(c.lines));
}

}  // namespace

Footprint footprint_of(const RunRequest& request) {
  const GpuConfig gpu = resolve_platform(request.platform).gpu;
  const auto program = program_of(request, gpu);
  const FunctionalDevice::Options options = functional_device_of(gpu);
  FunctionalDevice device(options);
  FootprintDevice watched(device, options.resident_ctas);
  const WorkloadResult result = program(watched);
  if (result.mismatches != 0)
    throw Error({.what = fmt::format("{}: the result differs from its reference", request.target),
                 .value = result.first});
  return watched.footprint();
}

std::string footprint_heading() {
  return fmt::format(fmt::runtime(columns), "", "allocated", "read", "written", "touched",
                     "inputs:", "bursts", "memory:", "bursts", "warp", "", "fill the") +
         fmt::format(fmt::runtime(columns), "workload", "KiB", "KiB", "KiB", "KiB", "by BDI", "a line",
                     "by BDI", "a line", "instructions", "CTAs", "GPU");
}

std::string footprint_row(const std::string& name, const Footprint& f) {
  return fmt::format(fmt::runtime(columns), name, kib(f.allocated_bytes), lines_kib(f.lines_read),
                     lines_kib(f.lines_written), lines_kib(f.lines_touched), share(f.inputs),
                     bursts(f.inputs), share(f.memory), bursts(f.memory), grouped(f.warp_instructions),
                     grouped(f.ctas), grouped(f.full_ctas));
}

}  // namespace heddle
