// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "hw/memory/transaction.hpp"
#include "tb/trace/trace_format.hpp"

// Ramulator 2's traces of reads and writes name the place of an access in the DRAM, from the channel down to
// the column; a column is a burst. Without ranks, as GDDR has none, these are the levels of its GDDR6.

namespace heddle::ramulator2_vector_trace {
namespace {

constexpr auto form =
    "R|W CHANNEL,BANK_GROUP,BANK,ROW,COLUMN: the place in the machine's DRAM; COLUMN counts 32 B";
constexpr std::size_t levels = 5;

bool fits(const TraceLine& line) {
  return (line.word(0) == "R" || line.word(0) == "W") && line.word(1).find(',') != std::string_view::npos;
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t comma; (comma = text.find(',')) != text.npos; text.remove_prefix(comma + 1))
    parts.push_back(text.substr(0, comma));
  parts.push_back(text);
  return parts;
}

/// Such traces have no times: each access comes as soon as the memory takes it.
TraceAccess read(const TraceLine& line, const TraceContext& context) {
  if (line.words() != 2)
    line.refuse(fmt::format("an access has 2 words, not {}", line.words()), line.words(), form);
  if (line.word(0) != "R" && line.word(0) != "W") line.refuse("an access reads or writes", 0, form);
  const auto parts = parts_of(line.word(1));
  if (parts.size() != levels)
    line.refuse(fmt::format("a place has {} levels, not {}", levels, parts.size()), 1, form);
  const TracePlaces& places = context.places;
  const Gddr5Config& device = places.device();
  struct Level {
    const char* name;
    std::uint64_t size;
  };
  const std::array all{Level{"the channel", places.mapping().channels()},
                       Level{"the bank group", device.bank_groups},
                       Level{"the bank", places.banks_of_group()}, Level{"the row", most_trace_address},
                       Level{"the column", device.row_bytes / burst_bytes}};
  std::array<std::uint64_t, levels> at{};
  for (std::size_t k = 0; k < levels; ++k) at[k] = line.number(1, parts[k], 10, all[k].name, all[k].size - 1);
  const std::uint64_t address =
      places.mapping().address_of({.channel = static_cast<unsigned>(at[0]),
                                   .bank = static_cast<unsigned>(at[2] * device.bank_groups + at[1]),
                                   .row = at[3],
                                   .column = static_cast<unsigned>(at[4] * burst_bytes)});
  // A row so far up that its address has no room would come back as another one.
  if (address > most_trace_address || places.mapping().place_of(address).row != at[3])
    line.refuse("the row lies beyond the addresses of a trace", 1,
                fmt::format("addresses up to {:x}", most_trace_address));
  return {.relative = true, .write = line.word(0) == "W", .address = address, .bytes = context.access_bytes};
}

std::string write(const TraceAccess& a, const TracePlaces& places) {
  const DramAddress at = places.mapping().place_of(a.address);
  const unsigned groups = places.device().bank_groups;
  return fmt::format("{} {},{},{},{},{}", a.write ? 'W' : 'R', at.channel, at.bank % groups, at.bank / groups,
                     at.row, at.column / burst_bytes);
}

}  // namespace

static const Registration<TraceFormat> registration{
    TraceFormat{"ramulator2_vectors", form, false, fits, read, write}};

}  // namespace heddle::ramulator2_vector_trace
