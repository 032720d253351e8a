#pragma once

#include <algorithm>
#include <span>

#include "hw/register_virtualization/register_allocator/register_allocator.hpp"
#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "hw/register_virtualization/stats_of.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/register_mapper.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "models/base/register_set.hpp"
#include "models/base/ring.hpp"
#include "models/register_virtualization/cta_balance.hpp"

namespace heddle {

/// Between issue and the operand collectors (Jeon2015 section 7): the renaming table is asked where sources
/// and destinations are, the allocator for a place of destinations that have none. The two oldest
/// instructions with lookups to be asked ask: one lookup and one new register a bank of the table and cycle,
/// the older one first. What is left of the banks ends mappings. The instructions are in their collectors
/// meanwhile.
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
  /// Asks for the registers of the instructions that wait; before releases, which take what is left.
  void look_up();
  void end_cycle();
  bool busy() const { return told_ || !order_.empty() || under_way_ != 0 || beginning_; }

  void check_balance(const Balance& balance) const;

  /// The instructions of this cycle and of the one before can wait here: how many wait is known a cycle late,
  /// as from an output register.
  bool room() const { return waiting_before_ + 2 * issued <= most_waiting; }
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
  InFlight* renamed();

  /// Architected registers of warp w that are renamed and have a place.
  RegisterSet mapped(unsigned w) const;
  /// Ends the mapping of a register; false when the table has no time for it in this cycle.
  bool release(unsigned w, unsigned r);
  /// Called when that has been done: with the physical register, or nowhere if there was none.
  std::function<void(unsigned w, unsigned r, RegisterId)> released;
  /// A physical register that holds nothing is free; false when the allocator hears no more in this cycle.
  bool free(RegisterId r);

 private:
  static constexpr unsigned issued = 2;  ///< instructions in a cycle
  static constexpr unsigned heads = 2;   ///< instructions that ask in a cycle
  static_assert(heads == allocations / clusters);
  static constexpr unsigned most_waiting = 6;  ///< instructions with lookups to be asked
  static constexpr unsigned stage_cycles = 2;  ///< through the table's or the allocator's registers
  static constexpr unsigned most_lookups = ptx::max_sources + ptx::max_destinations;
  /// An architected register of an instruction.
  struct Lookup {
    std::uint16_t operands = 0;  ///< bit k: source k, bit max_sources + k: destination k
    std::uint16_t entry = 0;
    std::uint8_t cluster = 0, architected = 0;
    bool allocate = false;  ///< it has no place yet
    bool asked = false;
  };
  struct Ticket {
    InFlight* f = nullptr;
    std::array<Lookup, most_lookups> lookups;
    unsigned count = 0, known = 0, asked = 0;
    unsigned age = 0;  ///< cycles in the stage
  };
  /// What was asked for, until the answer comes.
  struct Question {
    std::int8_t ticket = -1;
    std::uint8_t lookup = 0;  ///< or the register that is released
    std::uint8_t warp = 0;
    bool release = false, open = false;
  };
  struct Asked {
    std::array<Question, table_banks> table{};
    std::array<Question, allocations> allocator{};
  };

  unsigned entry(unsigned w, unsigned r) const { return w * (registers_ - fixed_) + r - fixed_; }
  bool has_place(unsigned entry) const {
    return (table_state_.shown().payload.entries[entry / 64] >> entry % 64 & 1) != 0;
  }
  void add(Ticket& t, unsigned w, unsigned r, unsigned operand, bool written);
  void ask(unsigned ticket, unsigned head);
  void answer(const Question& q, RegisterId reg);
  void take_answers();
  InFlight* leave(unsigned ticket);

  const unsigned physical_;
  Wire<Level<TableAccesses>> access_pins_{"rename_access"};
  Wire<Level<TableMappings>> map_pins_{"rename_map"};
  Wire<Level<TableAnswers>> answer_pins_{"rename_answer"};
  Wire<Level<TableState>> table_state_{"rename_mapped"};
  Wire<Level<AllocationRequests>> request_pins_{"allocator_request"};
  Wire<Level<FreedRegisters>> freed_pins_{"allocator_freed"};
  Wire<Level<PoweredSubarrays>> power_pins_{"allocator_power"};
  Wire<Beat<FixedRegisters>> fixed_pins_{"allocator_fixed"};
  Wire<Level<AllocatedRegisters>> grant_pins_{"allocator_grant"};
  std::unique_ptr<BlockWith<RenamingTablePins>> table_;
  std::unique_ptr<BlockWith<RegisterAllocatorPins>> allocator_;

  unsigned registers_ = 0, fixed_ = 0, warps_ = 0;  ///< of the launch
  bool beginning_ = false;
  std::vector<Ticket> tickets_;  ///< by collector unit
  std::vector<unsigned> order_;  ///< units whose registers are not known, the oldest first
  /// Instructions with lookups to be asked: in this cycle, in the one before, and in that before it.
  unsigned waiting_ = 0, waiting_last_ = 0, waiting_before_ = 0;
  std::array<RegisterSet, 64> written_{};  ///< by warp: registers that it has ever written
  Asked asking_, asked_;                   ///< in this cycle, in the one before
  Asked answered_;                         ///< of which the answers come now
  unsigned under_way_ = 0;                 ///< bit k: something was asked for k + 1 cycles ago
  Level<TableAccesses> access_;
  Level<TableMappings> map_;
  /// Of the table: where the answers to this cycle's allocations go. One a bank, so that each is written as
  /// it comes.
  unsigned banks_to_map_ = 0;
  Level<AllocationRequests> request_;
  Level<FreedRegisters> freed_;
  Level<PoweredSubarrays> power_;
  DomainSet gated_{};  ///< that power_ tells of
  bool told_ = false;
  ClusterCounts left_{};       ///< registers that the allocator can give to instructions to come
  ClusterCounts returning_{};  ///< it hears of them in this cycle
  void touch(RegisterId r);
  std::vector<bool> touched_;
  Counter &lookups_, &conflicts_, &allocated_, &freed_count_, &used_registers_;
};

}  // namespace heddle
