// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// Throws Error when a statement names what the kernel does not have: a buffer, a slot, a function. Cutting a
/// tree may lead there.
void check_references(const KernelTree& kernel);

}  // namespace heddle::fuzz
