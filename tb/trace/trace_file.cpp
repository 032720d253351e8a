// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/trace/trace_format.hpp"

namespace heddle {
namespace {

const TraceFormat& format_of(const TraceLine& first, const std::string& asked) {
  const auto& formats = Registry<TraceFormat>::instance();
  if (!asked.empty()) return formats.find(asked);
  for (const std::string& name : formats.names())
    if (formats.find(name).fits(first)) return formats.find(name);
  return formats.find("heddle");
}

}  // namespace

std::vector<TraceAccess> trace_of(std::string_view text, const std::string& path, std::uint64_t last_cycle,
                                  const TraceReading& reading) {
  std::vector<TraceAccess> all;
  all.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  const TraceContext context{path, last_cycle, reading.access_bytes, TracePlaces(reading.dram)};
  const TraceFormat* format = nullptr;
  std::uint64_t latest = 0, at = 0;  // at: when the access is sent at the earliest
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const TraceLine line(path, number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (format == nullptr) format = &format_of(line, reading.format);
    const TraceAccess access = format->read(line, context);
    if (!access.relative) {
      if (access.time < latest)
        line.refuse_value("an access is earlier than one before it", std::to_string(access.time),
                          fmt::format("cycle {}, or later", latest));
      latest = access.time;
    }
    at = access.relative ? at + access.time : std::max(at, access.time);
    if (at > last_cycle)
      line.refuse(fmt::format("the access comes in cycle {}, which is too late", at), line.words(),
                  fmt::format("at most cycle {}", last_cycle));
    all.push_back(access);
  }
  if (all.empty()) throw Error({.place = path, .what = "the trace has no accesses"});
  return all;
}

std::vector<TraceAccess> read_trace(const std::string& path, std::uint64_t last_cycle,
                                    const TraceReading& reading) {
  return trace_of(read_text_file(path, "trace"), path, last_cycle, reading);
}

std::string trace_lines(const TraceFormat& format, const TraceAccess& access, const TracePlaces& places) {
  if (format.sizes) return format.write(access, places) + "\n";
  std::string lines;
  TraceAccess piece = access;
  piece.bytes = burst_bytes;
  for (piece.address -= piece.address % burst_bytes; piece.address < access.address + access.bytes;
       piece.address += burst_bytes)
    lines += format.write(piece, places) + "\n";
  return lines;
}

}  // namespace heddle
