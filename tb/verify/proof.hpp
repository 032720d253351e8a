// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/verify/decide.hpp"

namespace heddle::verify {

/// The module of a claim: of the block's technique, or written for its proofs.
RtlSource proof_source(std::string_view block, const ProofClaim& claim);

/// Decides a claim of a block's card, by yosys' induction for assertions, by abc for an output that is never
/// high, which is then the module's only one; registers start at zero. `broken`: about the RTL that the
/// claim's control makes. Throws Error when a tool is missing or does not accept the RTL, and when the
/// control's text is not in it.
ProofVerdict prove(std::string_view block, const ProofClaim& claim, bool broken = false);

}  // namespace heddle::verify
