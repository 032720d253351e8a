#pragma once

#include <string_view>

#include "models/ptx/draft.hpp"

namespace heddle::ptx {

/// Checks the code that a pass has left: jumps stay inside, the last instruction leaves, operands and
/// registers fit each other, and nothing is read ahead of its first write that was not so in `before`. Throws
/// std::logic_error, which names the pass and the PTX line.
void check_pass(std::string_view pass, const DraftKernel& before, const DraftKernel& after);

}  // namespace heddle::ptx
