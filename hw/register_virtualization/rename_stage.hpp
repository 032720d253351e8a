// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include "hw/register_virtualization/free_register_counter/free_register_counter.hpp"
#include "hw/register_virtualization/register_allocator/register_allocator.hpp"
#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "hw/register_virtualization/stats_of.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/register_mapper.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "models/base/register_set.hpp"

namespace heddle {

/// Between issue and the operand collectors (Jeon2015 section 7.1): instructions that are issued enter the
/// renaming table, which looks up the physical registers of their sources and destinations. For destinations
/// without a mapping the table requests registers from the register allocator, and maps those that are
/// granted. The instructions are in their collectors meanwhile. What the table's register shows is taken
/// between two edges, so that a lookup costs one cycle.
class RenameStage {
 public:
  RenameStage(unsigned registers, const RenamingTableConfig& table, const RegisterAllocatorConfig& allocator,
              const SmTechniqueParts& parts);

  /// Registers below `fixed` of each warp are not renamed; up to `warps` warps are resident.
  /// `free`: registers of each cluster that can be given away.
  void begin(unsigned registers, unsigned fixed, unsigned warps, const ClusterCounts& free);
  /// Warps first .. first + count - 1 begin: they have their fixed registers now.
  void start_warps(unsigned first, unsigned count);
  void powered(const DomainSet& gated);
  void begin_cycle();
  void end_cycle();
  bool busy() const {
    return told_ || !order_.empty() || !starting_.empty() || request_pins_.shown().payload.valid.value != 0 ||
           release_pins_.shown().payload.valid.value != 0 || beginning_;
  }

  void check_balance(const Balance& balance) const;

  /// The instructions of this cycle and of the one before find a place in the table's queue.
  bool room() const {
    return queue_pins_.shown().payload.waiting.value + 2 * renamed_slots <= RenameQueue::places;
  }
  /// Registers that are left in the cluster that has the fewest.
  unsigned left() const { return *std::min_element(left_.begin(), left_.end()); }
  /// Are there registers for the destinations of the instruction? Whoever issues it takes them.
  bool finds_registers(unsigned w, const ptx::Instruction& i) const;
  /// Registers have become free in the last cycle.
  bool replenished() const { return freed_pins_.shown().payload.valid.value != 0; }
  /// Architected registers that get a register now, and in which cluster.
  struct Claims {
    unsigned count = 0;
    std::array<std::uint8_t, ptx::max_destinations> clusters{}, registers{};
  };
  Claims enter(InFlight& f);
  /// Do instructions wait for their registers to be known?
  bool looks_up() const { return !order_.empty(); }
  /// Between two edges: what the table answers to lookups, and the instructions that start to read.
  void take_lookups();
  /// Those that start to read in the next cycle, one a scheduler at most: their sources are known; their
  /// destinations are by the cycle behind it.
  const std::vector<InFlight*>& starting() const { return starting_; }
  /// The next of them, or null.
  InFlight* renamed();
  void hold(bool held) { held_ = held; }

  bool maps(unsigned w, unsigned r) const { return r < fixed_ || has_place(entry(w, r)); }
  /// Architected registers of warp w that are renamed and have a place.
  RegisterSet mapped(unsigned w) const;
  /// Sends the release of a register to the table, unless another one of its bank has been sent in this
  /// cycle.
  void release(unsigned w, unsigned r);
  /// Releases that were sent, and neither done nor refused.
  unsigned releases_under_way() const;
  /// The physical registers whose mapping has ended.
  Wire<Level<UnmappedRegisters>>& unmapped() { return unmapped_pins_; }
  /// Registers of warp w whose release was sent, and neither done nor refused.
  RegisterSet releasing(unsigned w) const;
  /// Called when a release is done: with the physical register, or no_register if there was none. It is not
  /// called for a release that is refused because a lookup takes the bank; that must be sent again.
  std::function<void(unsigned w, unsigned r, RegisterId)> released;
  /// A physical register that holds nothing is free; false when the allocator hears no more in this cycle.
  bool free(RegisterId r);

 private:
  /// Edges behind issue at which the table shows what it has answered: that of its pins and that of its
  /// banks.
  static constexpr unsigned stage_edges = 2;
  /// An instruction whose registers are not known.
  struct Ticket {
    InFlight* f = nullptr;
    /// By register of the table's pins, bit k: source k, bit max_sources + k: destination k.
    std::array<std::uint16_t, renamed_registers> operands{};
    std::uint16_t open = 0;      ///< registers that the table has not asked for
    std::uint8_t fresh = 0;      ///< destinations that had no place
    std::uint8_t ungranted = 0;  ///< of these, without a register yet
    unsigned age = 0;            ///< edges that have passed
  };

  unsigned entry(unsigned w, unsigned r) const { return w * (registers_ - fixed_) + r - fixed_; }
  unsigned cluster(unsigned w, unsigned r) const { return (w * registers_ + r) % clusters; }
  bool has_place(unsigned entry) const {
    return (table_state_.shown().payload.entries[entry / 64] >> entry % 64 & 1) != 0;
  }
  void count_left();
  void claim(unsigned cluster);
  void add(Ticket& t, unsigned operand);
  void show(const Ticket& t);
  RegisterId answered(unsigned lane) const;
  void take_lookup(unsigned lane);
  void take_release(unsigned bank);
  void take_grants();
  void take_requests();
  void start();
  /// The instruction in a unit, of whose registers the table has asked for number k now.
  Ticket& asked(unsigned unit, unsigned k);
  InFlight* leave(unsigned ticket);

  const unsigned physical_, schedulers_;
  const unsigned release_lane_;  ///< of bank 0, in the table's answers
  Wire<Level<EnteringInstructions>> enter_pins_{"rename_enter"};
  Wire<Level<TableReleases>> release_pins_{"rename_release"};
  Wire<Level<TableAnswers>> answer_pins_{"rename_answer"};
  Wire<Level<AllocationTags>> tag_pins_{"rename_tag"};
  Wire<Level<TableState>> table_state_{"rename_mapped"};
  Wire<Level<QueueState>> queue_pins_{"rename_queue"};
  Wire<Level<UnmappedRegisters>> unmapped_pins_{"rename_unmapped"};
  Wire<Level<AllocationRequests>> asked_pins_{"rename_asked"};
  Wire<Level<AllocationTags>> asked_tag_pins_{"rename_asked_tag"};
  Wire<Level<AllocationRequests>> request_pins_{"allocator_request"};
  Wire<Level<FreedRegisters>> freed_pins_{"allocator_freed"};
  Wire<Level<PoweredSubarrays>> power_pins_{"allocator_power"};
  Wire<Beat<FixedRegisters>> fixed_pins_{"allocator_fixed"};
  Wire<Level<AllocatedRegisters>> grant_pins_{"allocator_grant"};
  Wire<Beat<FreeAtLaunch>> launch_pins_{"counter_launch"};
  Wire<Level<ClaimedRegisters>> claim_pins_{"counter_claim"};
  Wire<Level<FreeCounts>> free_pins_{"counter_free"};
  std::unique_ptr<BlockWith<RenamingTablePins>> table_;
  std::unique_ptr<BlockWith<RegisterAllocatorPins>> allocator_;
  std::unique_ptr<BlockWith<FreeRegisterCounterPins>> counter_;

  unsigned registers_ = 0, fixed_ = 0, warps_ = 0;  ///< of the launch
  bool beginning_ = false;
  std::vector<Ticket> tickets_;            ///< by collector unit
  std::vector<unsigned> order_;            ///< units whose registers are not known, the oldest first
  std::vector<InFlight*> starting_;        ///< the oldest first
  bool held_ = false;                      ///< none starts in the next cycle
  std::array<RegisterSet, 64> written_{};  ///< by warp: registers that it has ever written
  unsigned entered_ = 0;                   ///< in this cycle
  Level<EnteringInstructions> enter_;
  Level<TableReleases> release_;
  Level<FreedRegisters> freed_;
  Level<PoweredSubarrays> power_;
  DomainSet gated_{};  ///< that power_ tells of
  bool told_ = false;
  Beat<FreeAtLaunch> launch_;
  Level<ClaimedRegisters> claim_;  ///< of this cycle
  ClusterCounts left_{};           ///< wires: registers that the allocator can give to instructions to come
  void touch(RegisterId r) {
    if (!touched_[r]) ++used_registers_;
    touched_[r] = true;
  }
  std::vector<bool> touched_;
  Counter &lookups_, &conflicts_, &allocated_, &freed_count_, &used_registers_;
};

}  // namespace heddle
