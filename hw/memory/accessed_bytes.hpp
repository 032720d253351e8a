// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

#include "hw/memory/cache/byte_mask.hpp"

namespace heddle {

/// The bytes of its line that a request reads or writes: those that are enabled, all words of an atomic. The
/// request must be one that `check_request` accepts.
ByteMask accessed_bytes(const tlm::tlm_generic_payload& payload);

}  // namespace heddle
