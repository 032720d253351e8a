// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tb/trace/trace_format.hpp"

namespace heddle::ramulator2_trace {
namespace {

constexpr auto form = "LD|ST ADDRESS, or R|W ADDRESS; ADDRESS hexadecimal with 0x, else decimal";

bool is_kind(std::string_view word) { return word == "LD" || word == "ST" || word == "R" || word == "W"; }

/// A place instead of an address is the other format of Ramulator 2.
bool fits(const TraceLine& line) {
  return is_kind(line.word(0)) && line.word(1).find(',') == std::string_view::npos;
}

/// Load/store traces have no times: each access comes as soon as the memory takes it.
TraceAccess read(const TraceLine& line, const TraceContext& context) {
  if (line.words() != 2)
    line.refuse(fmt::format("an access has 2 words, not {}", line.words()), line.words(), form);
  if (!is_kind(line.word(0))) line.refuse("an access loads or stores", 0, form);
  const std::string_view address = line.word(1);
  if (address.find(',') != address.npos)
    line.refuse("this names a place in a DRAM, not an address", 1,
                "LD|ST ADDRESS, or --format ramulator2_vectors");
  TraceAccess access{.relative = true, .write = line.word(0) == "ST" || line.word(0) == "W"};
  access.address = address.starts_with("0x") || address.starts_with("0X")
                       ? line.hexadecimal_address(1)
                       : line.number(1, address, 10, "the address", most_trace_address);
  access.bytes = context.access_bytes;
  return access;
}

std::string write(const TraceAccess& a, const TracePlaces&) {
  return fmt::format("{} {:#x}", a.write ? "ST" : "LD", a.address);
}

}  // namespace

static const Registration<TraceFormat> registration{
    TraceFormat{"ramulator2", form, false, fits, read, write}};

}  // namespace heddle::ramulator2_trace
