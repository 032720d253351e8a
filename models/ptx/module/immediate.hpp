// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/module/module.hpp"

namespace heddle::ptx {

/// The bits of a literal operand in type `type`. Throws Error when the type cannot hold it.
std::uint64_t immediate_bits(const SourceText&, const Operand&, Type type);

}  // namespace heddle::ptx
