// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/verify/levels.hpp"

namespace heddle::verify {

/// Every named parameter set, read by Verilator's lint and by yosys.
LevelResult check_lint(const VerifyRequest& request);
/// Every named parameter set: model and RTL in lock-step, with new inputs in each cycle, and, with fewer
/// vectors, with inputs that stay while the RTL sleeps.
LevelResult check_cosimulation(const VerifyRequest& request);
/// The default set as a netlist of Debian's liberty, in lock-step with the model.
LevelResult check_netlist(const VerifyRequest& request);
/// The claims of the block's card, each with its control. Passed when there are none.
LevelResult check_proofs(const VerifyRequest& request);
/// Mutants of the default set, or of the one that the card names for them.
LevelResult check_mutation(const VerifyRequest& request);

}  // namespace heddle::verify
