// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/pins.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

void require_line_bytes(unsigned line_bytes) {
  if (line_bytes == shortest_line || line_bytes == longest_line) return;
  throw Error({.what = "line_bytes must be 64 or 128",
               .value = fmt::format("{}", line_bytes),
               .legal = fmt::format("{}, {}", shortest_line, longest_line),
               .key = "line_bytes"});
}

}  // namespace heddle
