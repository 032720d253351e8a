// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

namespace heddle {

/// What is wrong with a request to memory: TLM_OK_RESPONSE for a read, a write or an atomic (AtomicRequest)
/// of 32, 64, 96 or 128 bytes within one 128-byte line, aligned to 32, byte enables only with a write. Else
/// the error that its answer says.
tlm::tlm_response_status check_request(const tlm::tlm_generic_payload& payload);

}  // namespace heddle
