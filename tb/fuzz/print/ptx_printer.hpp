// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "tb/fuzz/print/ptx_body.hpp"

namespace heddle::fuzz {

inline constexpr const char* kernel_name = "fuzzed";

/// The kernel as PTX text, with an entry `fuzzed`. Its parameters in order: the inputs, the output, the
/// atomic cells (if there are any), the scalars. The same tree gives the same text; a statement's
/// instructions depend on nothing but itself and the tree's flags.
std::string ptx_of(const KernelTree& kernel);

/// The same text, and the lines in it, from 1 on, of each statement of the kernel's body, by Statement::id.
struct PrintedKernel {
  std::string text{};
  std::map<std::uint32_t, StatementLines> lines{};
};
PrintedKernel printed(const KernelTree& kernel);

}  // namespace heddle::fuzz
