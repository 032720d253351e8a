// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/request_check.hpp"

#include "hw/memory/transaction.hpp"

namespace heddle {

tlm::tlm_response_status check_request(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) {
    const auto* atomic = payload.get_extension<AtomicRequest>();
    if (atomic == nullptr || !atomic->fits(length)) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  if (address % burst_bytes != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length == 0 || length % burst_bytes != 0 || address % line_bytes + length > line_bytes ||
      payload.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr &&
      (!payload.is_write() || payload.get_byte_enable_length() == 0))
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace heddle
