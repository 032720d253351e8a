// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/draft/draft.hpp"

namespace heddle::ptx {

/// Do both do the same with their operands, whatever registers these are, under guards of one sense? Where
/// they stand in the PTX file, and who made them, makes no difference.
bool same_operation(const Draft&, const Draft&);

}  // namespace heddle::ptx
