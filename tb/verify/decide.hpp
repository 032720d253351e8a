// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "tb/cosim/rtl/rtl_source.hpp"

// The engines behind proofs and the equivalence check of mutants: yosys' induction and abc.

namespace heddle::verify {

enum class ProofVerdict {
  proven,     ///< for all inputs and all times
  refuted,    ///< there is a counterexample
  undecided,  ///< the tools gave up, or took longer than allowed
};

std::string_view name(ProofVerdict verdict);

/// Do all assertions of the module hold? Induction by yosys from registers that start at zero; undecided when
/// four steps do not suffice. Throws Error when yosys does not accept the RTL.
ProofVerdict assertions_hold(const RtlSource& source, std::span<const std::filesystem::path> files,
                             const std::filesystem::path& folder);

/// The commands that turn a flat module of yosys without processes into gates and registers that start at
/// their initial value, or zero, and write them to `blif`.
std::string write_gates(const std::filesystem::path& blif);

/// Is no output of a netlist in BLIF ever high? By abc, for at most `seconds`.
ProofVerdict never_high(const std::filesystem::path& blif, unsigned seconds);
/// The same of a netlist without registers.
ProofVerdict combinationally_never_high(const std::filesystem::path& blif, unsigned seconds);

/// Throws Error naming the package when yosys or abc is not installed.
void require_provers();

}  // namespace heddle::verify
