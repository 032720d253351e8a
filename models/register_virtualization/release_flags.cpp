// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_flags.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

ReleaseFlags::ReleaseFlags(unsigned entries) : entries_(entries) {
  if (entries > most_flag_entries)
    throw Error({.place = "release flag cache",
                 .what = "number of entries out of range",
                 .value = fmt::format("{}", entries),
                 .legal = fmt::format("0 to {}", most_flag_entries)});
}

std::optional<std::uint64_t> ReleaseFlags::find(std::uint16_t address) const {
  if (entries_.empty()) return std::nullopt;
  const Entry& e = entries_[address % entries_.size()];
  if (!e.valid || e.address != address) return std::nullopt;
  return e.flags;
}

void ReleaseFlags::put(std::uint16_t address, std::uint64_t flags) {
  if (!entries_.empty()) entries_[address % entries_.size()] = {true, address, flags};
}

void ReleaseFlags::drop_all() {
  for (Entry& e : entries_) e.valid = false;
}

}  // namespace heddle
