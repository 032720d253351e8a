// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/memory/dram_config.hpp"

namespace heddle {

/// One access of an address trace.
struct TraceAccess {
  std::uint64_t time = 0;  ///< cycle, or cycles after the access before was sent
  bool relative = false;
  bool write = false;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t source = 0;  ///< which initiator sends it
  bool operator==(const TraceAccess&) const = default;
};

constexpr std::uint32_t most_access_bytes = 1 << 20;

/// How a trace is read.
struct TraceReading {
  std::string format{};             ///< a TraceFormat; empty: recognised by the trace's first line
  std::uint32_t access_bytes = 32;  ///< of accesses in formats without sizes
  DramConfig dram{};                ///< in which formats name places
};

/// Half of the femtoseconds that a simulation can count, as cycles of this period: no access may come later.
constexpr std::uint64_t last_cycle_of(std::uint64_t period_fs) {
  return (std::uint64_t{1} << 63) / period_fs;
}

/// Reads a trace, in Heddle's format (heddle_format.cpp) where it looks like none of the others. Times may
/// not decrease. Throws Error with file, line and value for whatever is wrong, an access behind `last_cycle`,
/// a file that cannot be read, and a trace without accesses.
std::vector<TraceAccess> read_trace(const std::string& path, std::uint64_t last_cycle,
                                    const TraceReading& reading = {});
/// The same of a file's content; `path` names it in messages.
std::vector<TraceAccess> trace_of(std::string_view text, const std::string& path, std::uint64_t last_cycle,
                                  const TraceReading& reading = {});

}  // namespace heddle
