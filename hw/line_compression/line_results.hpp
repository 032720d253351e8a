// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "hw/line_compression/pins.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "models/base/error.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {

/// The job is done: a compressed line, which takes a multiple of `granularity` bytes. `block` is the name of
/// the block that made it.
inline void finish(LineJob& job, const CompressedLine& line, unsigned granularity, const char* block) {
  if (line.length > line_bytes)
    throw Error({.place = block,
                 .what = "a compressed line is longer than a line",
                 .value = std::to_string(line.length),
                 .legal = fmt::format("at most {} bytes", line_bytes)});
  job.stored = in_bursts({.bits = line.data, .length = line.length, .encoding = line.compressed}, job.line,
                         granularity);
  job.end_fs = 1;
}

/// The job is done: a restored line. Throws Error when it is corrupt.
inline void finish(LineJob& job, const RestoredLine& line, const char* block) {
  if (line.corrupt)
    throw Error({.place = block,
                 .what = "a stored line is corrupt: no compressor makes these bytes",
                 .value = fmt::format("line {:#x}, {} bytes", job.address, job.stored.length)});
  job.line = line.data;
  job.end_fs = 1;
}

}  // namespace heddle
