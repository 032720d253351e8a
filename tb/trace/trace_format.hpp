// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/base/registry.hpp"
#include "tb/trace/trace_file.hpp"
#include "tb/trace/trace_line.hpp"
#include "tb/trace/trace_places.hpp"

namespace heddle {

/// What a format needs to know to read a line.
struct TraceContext {
  std::string path{};              ///< of the trace; its ending may tell the format's variant
  std::uint64_t last_cycle = 0;    ///< no time is later
  std::uint32_t access_bytes = 0;  ///< of an access whose line does not say how many it has
  TracePlaces places{};            ///< in the machine's DRAM
};

/// A form in which accesses are written down, a line for each. Each is one file in tb/trace that holds a
/// `Registration<TraceFormat>`.
struct TraceFormat {
  std::string name;
  std::string form;  ///< of a line, for messages and help
  bool sizes;        ///< a line says how many bytes its access has
  /// Is this the first line of such a trace, by its look? It may be malformed all the same.
  bool (*fits)(const TraceLine&);
  /// Throws Error that names the line and what is legal.
  TraceAccess (*read)(const TraceLine&, const TraceContext&);
  /// The line, without its end, of an access at a cycle.
  std::string (*write)(const TraceAccess&, const TracePlaces&);

  static constexpr const char* kind() { return "trace format"; }
};

/// The lines of an access, each with its end. Where the format's lines have no sizes there is one for each
/// 32 B (burst_bytes) that the access touches.
std::string trace_lines(const TraceFormat& format, const TraceAccess& access, const TracePlaces& places);

}  // namespace heddle
