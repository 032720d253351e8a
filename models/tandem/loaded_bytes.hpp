// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "models/ptx/program/async_copy.hpp"
#include "models/tandem/tandem_record.hpp"

namespace heddle {

using LoadedBytes = std::array<std::byte, 32>;

/// Returns the bytes that lane `lane` has loaded, taken from the destination registers.
inline LoadedBytes loaded_bytes(const ptx::Instruction& i, const TandemRecord& r, unsigned lane) {
  const ptx::MemoryAccess& m = i.memory;
  const unsigned words = ptx::is_copy(i) ? 1 : i.destination_count / m.elements;
  LoadedBytes bytes{};
  for (unsigned e = 0; e < m.elements; ++e) {
    std::uint64_t value = r.delivered[e * words][lane];
    if (words == 2) value |= std::uint64_t{r.delivered[e * words + 1][lane]} << 32;
    std::memcpy(bytes.data() + e * m.width, &value, m.width);
  }
  return bytes;
}

}  // namespace heddle
