// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/atomic_request.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {

bool AtomicRequest::fits(std::size_t length) const {
  if (update == nullptr || count == 0 || count > most || (width != 2 && width != 4 && width != 8))
    return false;
  return std::all_of(operations.begin(), operations.begin() + count,
                     [&](const Operation& o) { return o.offset % width == 0 && o.offset + width <= length; });
}

void AtomicRequest::perform(std::span<unsigned char> bytes) {
  for (unsigned k = 0; k < count; ++k) {
    Operation& o = operations[k];
    o.old = 0;
    std::memcpy(&o.old, bytes.data() + o.offset, width);  // little-endian, as the GPU
    const std::uint64_t now = update(o.old, o.b, o.c);
    std::memcpy(bytes.data() + o.offset, &now, width);
  }
}

}  // namespace heddle
