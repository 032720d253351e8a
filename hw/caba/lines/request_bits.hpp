// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/line/line_format.hpp"
#include "models/energy/storage.hpp"

namespace heddle {

/// Bits of a request that waits in an SM: data of up to a line, a byte enable for each of them, the address,
/// and what it asks for whom (kind, warp, tag).
inline constexpr unsigned request_bits = 8 * line_bytes + line_bytes + 40 + 24;

}  // namespace heddle
