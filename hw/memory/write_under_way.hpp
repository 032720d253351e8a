// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tlm>

namespace heddle {

/// Between a debugger's access to `bytes` at `address` and a write that is under way: what it will write
/// there is what is read, and what the debugger writes takes its place.
inline void access_write_under_way(tlm::tlm_generic_payload& write, bool read, std::uint64_t address,
                                   std::span<unsigned char> bytes) {
  const unsigned char* enables = write.get_byte_enable_ptr();
  const std::uint64_t from = std::max<std::uint64_t>(address, write.get_address());
  const std::uint64_t to =
      std::min<std::uint64_t>(address + bytes.size(), write.get_address() + write.get_data_length());
  for (std::uint64_t at = from; at < to; ++at) {
    const std::uint64_t offset = at - write.get_address();
    if (enables != nullptr && enables[offset % write.get_byte_enable_length()] == 0) continue;
    unsigned char& theirs = write.get_data_ptr()[offset];
    unsigned char& ours = bytes[at - address];
    (read ? ours : theirs) = read ? theirs : ours;
  }
}

}  // namespace heddle
