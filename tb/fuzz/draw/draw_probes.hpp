// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tb/fuzz/machine/machine.hpp"

namespace heddle::fuzz {

/// Probes, and how many of those drawn were refused.
struct DrawnProbes {
  std::vector<Probe> probes{};
  unsigned refused = 0;
};

/// Up to three probes of the kernel, one a statement, for a machine with assist warps.
DrawnProbes draw_probes(Random& random, const KernelTree& kernel, const Machine& machine);

/// Is this what hw/caba/user_subroutines.md refuses of live registers: one that nobody reads any more, a line
/// that is not one instruction, a jump over what is needed, registers in memory, or mapped by another
/// technique?
bool is_refusal(const Error& e);

/// The machine with what its probes need: room for the records of their events.
void make_room_for_probes(Random& random, Machine& machine);

}  // namespace heddle::fuzz
