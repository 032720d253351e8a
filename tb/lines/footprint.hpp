// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "tb/run/run.hpp"

namespace heddle {

/// What lies in some lines of 128 bytes of device memory.
struct LineContents {
  std::uint64_t lines = 0;
  std::uint64_t compressible = 0;  ///< which BDI stores in fewer bursts of 32 bytes than the four of a line
  std::uint64_t bursts = 0;        ///< of all lines, as BDI stores them

  bool operator==(const LineContents&) const = default;
};

/// What a program does with device memory, and how it fills a GPU: of a run without time. Shared and local
/// memory, parameters and reads through the constant cache are left out; what textures read is not.
struct Footprint {
  std::uint64_t allocated_bytes = 0;  ///< of all buffers together, those of the module's variables included
  /// Different lines of buffers that kernels read, and write; atomics do both.
  std::uint64_t lines_read = 0, lines_written = 0, lines_touched = 0;
  LineContents inputs{};  ///< lines that the host wrote before the first launch
  LineContents memory{};  ///< at the end: lines of the buffers that host or kernels have touched
  std::uint64_t warp_instructions = 0;
  std::uint64_t ctas = 0;       ///< of the launch with the most CTAs
  std::uint64_t full_ctas = 0;  ///< of its kernel, that the GPU holds at a time
};

/// Runs the request's program on a FunctionalDevice with the GPU's limits. Throws Error for whatever is wrong
/// with the request, the kernel or the run, and for a result that differs from its reference.
Footprint footprint_of(const RunRequest& request);

/// The heading of a table of footprints, and a row of it.
std::string footprint_heading();
std::string footprint_row(const std::string& name, const Footprint& footprint);

}  // namespace heddle
