#pragma once

#include "tb/verify/ladder.hpp"

namespace heddle::verify {

/// Every named parameter set: model and RTL in lock-step.
Rung climb_cosimulation(const LadderRequest& request);
/// The default set as a netlist of Debian's liberty, in lock-step with the model.
Rung climb_netlist(const LadderRequest& request);
/// The claims of the block's card, each with its control. Passed when there are none.
Rung climb_proofs(const LadderRequest& request);
/// Mutants of the default set.
Rung climb_mutation(const LadderRequest& request);

}  // namespace heddle::verify
