// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/trace/trace_format.hpp"

namespace heddle::heddle_trace {
namespace {

constexpr auto form = "TIME R|W ADDRESS BYTES [SOURCE]";
constexpr std::uint32_t most_sources = 1024;

bool fits(const TraceLine& line) { return line.words() > 3 && (line.word(1) == "R" || line.word(1) == "W"); }

/// TIME is a cycle, or +N: that many cycles after the access before was sent. ADDRESS is hexadecimal.
TraceAccess read(const TraceLine& line, const TraceContext& context) {
  if (line.words() < 4 || line.words() > 5)
    line.refuse(fmt::format("an access has 4 or 5 words, not {}", line.words()), line.words(), form);
  TraceAccess access;
  access.relative = line.word(0).starts_with('+');
  access.time = line.number(0, line.word(0).substr(access.relative), 10, "the time", context.last_cycle);
  const std::string_view kind = line.word(1);
  if (kind != "R" && kind != "W") line.refuse("an access reads or writes", 1, "R or W");
  access.write = kind == "W";
  access.address = line.hexadecimal_address(2);
  access.bytes = static_cast<std::uint32_t>(line.number(3, line.word(3), 10, "the size", most_access_bytes));
  if (access.bytes == 0) line.refuse("an access has no bytes", 3, fmt::format("1 .. {}", most_access_bytes));
  if (line.words() == 5)
    access.source =
        static_cast<std::uint32_t>(line.number(4, line.word(4), 10, "the source", most_sources - 1));
  return access;
}

std::string write(const TraceAccess& a, const TracePlaces&) {
  return fmt::format("{}{} {} {:#x} {} {}", a.relative ? "+" : "", a.time, a.write ? 'W' : 'R', a.address,
                     a.bytes, a.source);
}

}  // namespace

static const Registration<TraceFormat> registration{TraceFormat{"heddle", form, true, fits, read, write}};

}  // namespace heddle::heddle_trace
