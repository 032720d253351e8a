// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "hw/sm/banks/register_values.hpp"
#include "hw/sm/front/instruction_fetch.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/issue/control_unit.hpp"
#include "hw/sm/issue/fair_turns.hpp"
#include "hw/sm/issue/issue_slots.hpp"
#include "hw/sm/issue/readiness.hpp"
#include "hw/sm/registers/merge_buffers.hpp"

namespace heddle {

/// The issue station: in each cycle each warp scheduler chooses one of its warps, whose instruction goes to
/// the register mapper or into an operand collector, or is executed here (control). Instructions of an
/// InstructionSource go before these, or after them.
class IssueStation {
 public:
  /// The stations between which it stands.
  struct Neighbours {
    WarpTable& warps;
    InstructionFetch& fetch;
    ControlUnit& control;
    OperandCollectors& collectors;
    MergeBuffers& merge_buffers;
    LoadStoreUnit& load_store;
    RegisterValues* values;  ///< counts what is issued; null: nobody does
  };
  IssueStation(const SmConfig& config, const Neighbours& neighbours, const SmHooks& hooks,
               const SmEvents& events, StatGroup& stats);

  void begin(const Launch& launch);

  // The steps of a cycle.

  void begin_cycle() {
    taken_slots_ = 0;
    entered_ = 0;
    offers_.clear();
    if (mapper_ != nullptr && mapper_->replenished()) starved_ = 0;
  }
  /// With a mapper: instructions whose registers it has found start to read them.
  void take_mapped();
  /// Does any source offer instructions at that turn?
  bool asks(InstructionSource::Turn turn) const { return !sources_of(turn).empty(); }
  /// Takes what sources of that turn offer.
  void ask(InstructionSource::Turn turn);
  /// Each scheduler whose bit in `held` is zero issues an instruction, if it can.
  void issue(unsigned held);
  /// The active lanes of warp w, which issues nothing in this cycle, go on at `target` as if they had all
  /// jumped there.
  void jump(unsigned w, std::uint32_t target);
  /// Looks at the warps that have changed since the last step.
  void end_cycle();

  /// Could some warp issue if it had a register for its results?
  WarpMask could_issue() const { return issuable(open()); }
  /// Of these, those that were chosen and found none.
  WarpMask starved() const { return could_issue() & starved_; }

  void credit(Cycle elapsed) {
    slots_.credit(elapsed);
    if (lacks_merge_buffers_) merge_stalls_ += elapsed;
  }
  /// Also after an issue, since the use of the issue slots changes in the next cycle.
  bool busy() const { return taken_slots_ != 0 || (readiness_.ready() != 0 && could_issue() != 0); }
  /// Of the warps, which could issue, and what each lacks.
  const Readiness& readiness() const { return readiness_; }
  /// Was an issue slot left over in this cycle?
  bool left_slot() const { return taken_slots_ + 1 != 1u << schedulers_.size(); }
  /// Grows with each instruction that is issued.
  std::uint64_t progress() const { return warp_instructions_.value() + moves_.value(); }
  std::uint64_t warp_instructions() const { return warp_instructions_.value(); }
  std::uint64_t thread_instructions() const { return thread_instructions_.value(); }

 private:
  const std::vector<InstructionSource*>& sources_of(InstructionSource::Turn turn) const {
    return sources_[static_cast<std::size_t>(turn)];
  }
  WarpMask open() const;
  WarpMask lack_merge_buffers() const;
  WarpMask no_room() const;
  WarpMask issuable(WarpMask open) const {
    return readiness_.ready() == 0 ? 0 : readiness_.ready() & open & ~no_room();
  }
  /// Warps that wait for long, or are not there.
  WarpMask waiting(WarpMask open) const { return readiness_.waiting() | ~open | starved_ | ~warps_.live(); }
  bool finds_registers(unsigned w) const;
  bool kept_out(unsigned w, const ptx::Instruction& i, LaneMask mask) const;
  SlotUse slot_use(std::size_t scheduler) const;
  void issue_from(unsigned w);
  void tell_of_lanes(unsigned w, const ptx::Instruction& i, LaneMask before, LaneMask mask) const;
  void leave(unsigned w, std::uint32_t pc);
  void merge(InFlight& f);
  void collect(InFlight& f);
  LaneMask executing_lanes(const OfferedInstruction& o) const;
  ExecutionContext& context_of(const OfferedInstruction& o) const;
  ExecutionContext& sources_of(const OfferedInstruction& o) const {
    return o.reads_from != nullptr ? *o.reads_from : context_of(o);
  }
  bool fits(const OfferedInstruction& o) const;
  void issue_offered(InstructionSource& source, const OfferedInstruction& o);
  WarpMask offered_as_warps();
  void issue_offered_of(unsigned w);

  WarpTable& warps_;
  InstructionFetch& fetch_;
  ControlUnit& control_;
  OperandCollectors& collectors_;
  MergeBuffers& merge_buffers_;
  RegisterValues* const values_;
  const SmEvents& events_;
  FetchHook* const metadata_;
  RegisterMapper* const mapper_;
  const std::vector<IssueGate*> gates_;
  const std::vector<CollectorGate*> collector_gates_;
  /// By turn.
  std::array<std::vector<InstructionSource*>, InstructionSource::turns> sources_;

  const Launch* launch_ = nullptr;
  Readiness readiness_;
  std::vector<std::unique_ptr<WarpScheduler>> schedulers_;
  std::vector<WarpMask> scheduled_;  ///< warps of each scheduler: warp w belongs to scheduler w mod n
  FairTurns turns_;
  IssueSlots slots_;
  unsigned entered_ = 0;  ///< with a mapper: instructions that have entered the collectors in this cycle
  WarpMask starved_ = 0;  ///< warps that found no register, and none has come back since
  unsigned first_scheduler_ = 0;      ///< that is asked first
  bool lacks_merge_buffers_ = false;  ///< a warp that could issue does
  unsigned taken_slots_ = 0;          ///< schedulers that have issued in this cycle, a bit each
  std::vector<std::pair<InstructionSource*, const OfferedInstruction*>> offers_;  ///< as warps, in this cycle
  Counter &warp_instructions_, &thread_instructions_, &divergent_instructions_, &moves_, &offered_,
      &merge_stalls_, &fair_turns_;
};

}  // namespace heddle
