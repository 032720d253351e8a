// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/ptx/draft/draft.hpp"

namespace heddle::ptx {

/// The code of a function before register allocation, a line an instruction: its number, the line of the
/// PTX file, guard, mnemonic, destinations, operands. Registers have the names of the PTX file; those that
/// the front end has made are called _1, _2 and so on.
std::string listing(const DraftKernel&);

}  // namespace heddle::ptx
