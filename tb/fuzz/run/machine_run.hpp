// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/run/check_case.hpp"

namespace heddle {

/// Runs the kernel on the simulated machine in a process of its own, which may take so many CPU seconds.
/// `watch`: with the coverage of its blocks. Throws Error when the machine is invalid, and when the run ends
/// with an error, crashes or takes longer.
fuzz::MachineRun run_machine_apart(const fuzz::KernelTree& kernel, const std::string& ptx,
                                   const fuzz::Machine& machine, unsigned cpu_seconds, bool watch = false);

}  // namespace heddle
