// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/cosim/rtl/rtl_source.hpp"

// What tools that read RTL say about it. Each answer is empty when there is nothing to say.

namespace heddle::verify {

/// Errors and warnings of Verilator's lint: of Heddle's own RTL with all of its warnings, of a user's with
/// the usual ones, but for those that are allowed. Throws Error when Verilator is missing.
std::string lint(const RtlSource& source);

/// What yosys finds, with the assertions and without: what it cannot read, loops of gates, nets without or
/// with several drivers, latches. Throws Error when yosys is missing.
std::string synthesis_problems(const RtlSource& source);

}  // namespace heddle::verify
