// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <span>

namespace heddle {

/// Copies a line of 64 or 128 bytes, without the call that a length takes which the compiler does not know.
inline void copy_line(void* to, std::span<const unsigned char> line) {
  if (line.size() == 64)
    std::memcpy(to, line.data(), 64);
  else
    std::memcpy(to, line.data(), 128);
}

}  // namespace heddle
