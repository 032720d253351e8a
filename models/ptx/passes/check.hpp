// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/registers/bit_set.hpp"

namespace heddle::ptx {

/// Checks the code that a pass has left: jumps stay inside, the last instruction leaves, operands and
/// registers fit each other, and no register is read before its first write (`read_unwritten`) that is not in
/// `unwritten`, those of the code before the pass. Returns those of the code now. Throws std::logic_error,
/// which names the pass and the PTX line.
BitSet check_pass(std::string_view pass, const DraftKernel&, const BitSet& unwritten);

}  // namespace heddle::ptx
