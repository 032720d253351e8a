// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "tb/trace/trace_format.hpp"

namespace heddle::dramsys_trace {
namespace {

constexpr auto form =
    "CYCLE: [(BYTES)] read|write 0xADDRESS [0xDATA]; in a file .rstl, cycles after the access before";

bool is_command(std::string_view word) { return word == "read" || word == "write"; }

bool fits(const TraceLine& line) {
  return line.word(0).ends_with(':') || is_command(line.word(1)) ||
         (line.word(1).starts_with('(') && is_command(line.word(2)));
}

/// The data of a write are of no account: TracePlayer writes its own.
void check_data(const TraceLine& line, std::size_t i, const TraceAccess& access) {
  const std::string_view data = line.word(i);
  const auto hexadecimal = [](unsigned char c) { return std::isxdigit(c) != 0; };
  if (!access.write || !data.starts_with("0x") || !std::all_of(data.begin() + 2, data.end(), hexadecimal))
    line.refuse("behind the address only a write has a word, its data", i, form);
}

TraceAccess read(const TraceLine& line, const TraceContext& context) {
  TraceAccess access{.relative = context.path.ends_with(".rstl"), .bytes = context.access_bytes};
  std::string_view time = line.word(0);
  if (time.ends_with(':')) time.remove_suffix(1);
  access.time = line.number(0, time, 10, "the cycle", context.last_cycle);
  std::size_t next = 1;
  if (std::string_view size = line.word(next); size.starts_with('(')) {
    if (!size.ends_with(')')) line.refuse("the size has no end", next, form);
    size = size.substr(1, size.size() - 2);
    access.bytes = static_cast<std::uint32_t>(line.number(next, size, 10, "the size", most_access_bytes));
    if (access.bytes == 0)
      line.refuse("an access has no bytes", next, fmt::format("1 .. {}", most_access_bytes));
    ++next;
  }
  if (!is_command(line.word(next))) line.refuse("an access reads or writes", next, form);
  access.write = line.word(next++) == "write";
  if (line.words() <= next) line.refuse("the access has no address", next, form);
  access.address = line.hexadecimal_address(next++);
  if (line.words() > next) check_data(line, next++, access);
  if (line.words() > next) line.refuse("the line goes on behind its access", next, form);
  return access;
}

std::string write(const TraceAccess& a, const TracePlaces&) {
  return fmt::format("{}: ({}) {} {:#x}", a.time, a.bytes, a.write ? "write" : "read", a.address);
}

}  // namespace

static const Registration<TraceFormat> registration{TraceFormat{"dramsys", form, true, fits, read, write}};

}  // namespace heddle::dramsys_trace
