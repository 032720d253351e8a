// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>

#include "hw/sm/launch/launch.hpp"
#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "hw/sm/warps/warp_table.hpp"

namespace heddle {

/// Does the instruction go through an operand collector? All register reads do, also those of a barrier with
/// register operands.
inline bool collects(const ptx::Instruction& i, LaneMask mask) {
  return mask != 0 && (i.control == ptx::Control::none || i.source_count != 0);
}

/// Which warps could issue their next instruction, and what each lacks. Only warps that have changed are
/// looked at.
class Readiness {
 public:
  /// `merging`: writes of some lanes are merged (PartialWrites::merged).
  Readiness(WarpTable& warps, LoadStoreUnit& load_store, bool merging)
      : warps_(warps), load_store_(load_store), merging_writes_(merging) {}

  void begin(const Launch& launch) { launch_ = &launch; }
  /// Looks at the warps that have changed.
  void look() {
    for (WarpMask rest = warps_.take_changed(); rest != 0; rest &= rest - 1)
      look_at(static_cast<unsigned>(std::countr_zero(rest)));
  }

  WarpMask ready() const { return ready_; }
  /// Of the issuable warps, those that need a collector of that kind.
  WarpMask needs(CollectorKind kind) const { return needs_[static_cast<unsigned>(kind)]; }
  /// Of the issuable warps, those that need merge buffers.
  WarpMask merging() const { return merging_; }
  /// Warps whose instruction the scoreboard holds back.
  WarpMask dependent() const { return dependent_; }
  /// Warps that wait for long: see WarpStates.
  WarpMask waiting() const { return waiting_; }

  /// The operand in the constant bank of the instruction that warp w issues now.
  std::uint64_t take_constant(unsigned w) { return load_store_.constant_operands().take(w); }

  /// Does the instruction read the registers that it writes, to write them whole?
  bool merges(const ExecutionContext& context, const ptx::Instruction& i, LaneMask mask) const {
    return merging_writes_ && mask != context.lanes && i.destination_count != 0;
  }

 private:
  void look_at(unsigned w);
  bool must_drain(unsigned w, const ptx::Instruction& i);

  WarpTable& warps_;
  LoadStoreUnit& load_store_;
  const bool merging_writes_;
  const Launch* launch_ = nullptr;
  WarpMask ready_ = 0, merging_ = 0, dependent_ = 0, waiting_ = 0;
  std::array<WarpMask, collector_kinds> needs_{};
};

}  // namespace heddle
