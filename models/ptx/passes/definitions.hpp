// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/flow/control_flow.hpp"

namespace heddle::ptx {

/// Which registers hold one value from the instruction that writes them on: those that one instruction
/// writes, in all lanes, and nothing reads before it. Another register that is copied from such a one, and is
/// one itself, may be read in its place, and the other way round, wherever it is read.
class Definitions {
 public:
  explicit Definitions(const DraftKernel&);

  /// The instruction that writes it; `none` for any other register.
  std::uint32_t of(RegisterId r) const { return at_[r]; }
  bool has(RegisterId r) const { return at_[r] != none; }
  static constexpr std::uint32_t none = ~0u;

 private:
  std::vector<std::uint32_t> at_;
};

/// Does it change nothing but its registers, and can it not fail?
bool only_computes(const Draft&);
/// Operand k, which is a register, becomes `with`: its registers are no sources any more.
void replace_operand(Draft&, unsigned k, const OperandRef& with);
/// Leaves out the groups (see DraftKernel) of which no instruction names a register any more.
void drop_unused_groups(DraftKernel&);
/// The register that operand k is; no_register for any other operand.
RegisterId register_of(const Draft&, unsigned k);

}  // namespace heddle::ptx
