// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle {

/// Passes that these lanes' loads or stores of `bytes` each take over `banks` banks of shared memory, one at
/// least. Each bank serves one 4-byte word a pass, to all lanes that want that word. Accesses of 8 and 16
/// bytes go by half and quarter warps, so that lanes beside each other meet in no bank (CUDA C Programming
/// Guide, shared memory of compute capability 2.x). `lanes` is not 0.
unsigned bank_passes(const ptx::LaneAddresses& addresses, LaneMask lanes, unsigned bytes, unsigned banks);

}  // namespace heddle
