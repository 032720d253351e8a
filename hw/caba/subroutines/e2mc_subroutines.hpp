// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/e2mc/code_table.hpp"

namespace heddle {

/// Lines of E2MC in this code (Lal2017), which assist warps decode and do not encode. Throws Error where
/// there is no subroutine for it (`e2mc_subroutine_tables`).
LineSubroutines e2mc_subroutines(const e2mc::CodeTable& code, unsigned ways);

}  // namespace heddle
