// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/trace/trace_format.hpp"

namespace heddle::dramsim3_trace {
namespace {

constexpr auto form = "0xADDRESS READ|WRITE CYCLE";

bool fits(const TraceLine& line) { return line.word(1) == "READ" || line.word(1) == "WRITE"; }

TraceAccess read(const TraceLine& line, const TraceContext& context) {
  if (line.words() != 3)
    line.refuse(fmt::format("an access has 3 words, not {}", line.words()), line.words(), form);
  if (!fits(line)) line.refuse("an access reads or writes", 1, "READ or WRITE");
  TraceAccess access{.write = line.word(1) == "WRITE", .bytes = context.access_bytes};
  access.address = line.hexadecimal_address(0);
  access.time = line.number(2, line.word(2), 10, "the cycle", context.last_cycle);
  return access;
}

std::string write(const TraceAccess& a, const TracePlaces&) {
  return fmt::format("{:#x} {} {}", a.address, a.write ? "WRITE" : "READ", a.time);
}

}  // namespace

static const Registration<TraceFormat> registration{TraceFormat{"dramsim3", form, false, fits, read, write}};

}  // namespace heddle::dramsim3_trace
