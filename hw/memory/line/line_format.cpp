// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/line/line_format.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

void require_stored_as(const LineFormat& taken, const LineFormat& stored, std::uint64_t line,
                       const std::string& place) {
  if (taken == stored) return;
  throw Error({.place = place,
               .what = "the directory takes a line for something else than what was stored",
               .value = fmt::format("{} bytes at {:#x}", taken.length(), line),
               .legal = fmt::format("{} bytes, or another encoding or epoch", stored.length())});
}

}  // namespace heddle
