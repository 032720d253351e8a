// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/accessed_bytes.hpp"

#include "hw/memory/atomic_request.hpp"
#include "hw/memory/line/line_format.hpp"

namespace heddle {

ByteMask accessed_bytes(const tlm::tlm_generic_payload& payload) {
  const auto offset = static_cast<unsigned>(payload.get_address() % line_bytes);
  const unsigned length = payload.get_data_length();
  ByteMask bytes;
  if (!payload.is_read() && !payload.is_write()) {
    const auto& atomic = *payload.get_extension<AtomicRequest>();
    for (unsigned k = 0; k < atomic.count; ++k)
      bytes |= ByteMask::range(offset + atomic.operations[k].offset, atomic.width);
    return bytes;
  }
  const unsigned char* enables = payload.get_byte_enable_ptr();
  if (enables == nullptr) return ByteMask::range(offset, length);
  const unsigned count = payload.get_byte_enable_length();  // they repeat
  for (unsigned i = 0; i < length; ++i)
    if (enables[count > i ? i : i % count] != TLM_BYTE_DISABLED) bytes.set(offset + i);
  return bytes;
}

}  // namespace heddle
