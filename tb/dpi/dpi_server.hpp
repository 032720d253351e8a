// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/dpi/dpi_block.hpp"

namespace heddle {

/// Simulates the block for the simulator that has started this process and shares `file` with it
/// (client/heddle_dpi.h). Ends with that simulator. Throws Error when the file is none of its making, or has
/// other ports.
void serve(DpiBlock& block, int file);

}  // namespace heddle
