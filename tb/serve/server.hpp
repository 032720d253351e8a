// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/serve/served_block.hpp"

namespace heddle {

/// Simulates the block for the simulator that has started this process and shares `file` with it
/// (client/heddle_client.h). Ends with that simulator. Throws Error when the file is none of its making, or
/// has other ports.
void serve(ServedBlock& block, int file);

}  // namespace heddle
