#pragma once

#include <string>

#include "hw/sm/occupancy.hpp"
#include "models/register_virtualization/release_plan.hpp"

namespace heddle {

/// What virtual registers (Jeon2015) would take of a kernel: its metadata instructions, its renamed registers
/// and their table, as lines of `heddle kernel`; with `chart` the code, too.
std::string release_report(const ptx::Kernel& kernel, const RenamingBudget& table, const Occupancy& fit,
                           bool chart);

}  // namespace heddle
