// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sm/banks/bank_wires.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/base/ring.hpp"
#include "models/base/statistics.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// The unit that an instruction in a collector waits for: SP, special function or double precision, memory.
enum class CollectorKind : std::uint8_t { sp, sfu, memory };
inline constexpr unsigned collector_kinds = 3;

constexpr CollectorKind collector_kind(ptx::Unit unit) {
  switch (unit) {
    case ptx::Unit::ldst:
      return CollectorKind::memory;
    case ptx::Unit::sfu:
    case ptx::Unit::dp:
      return CollectorKind::sfu;
    default:
      return CollectorKind::sp;
  }
}

/// The operand collector units (Lee2015 section 2.1): each gathers the source registers of one instruction,
/// and those that it merges, through two requesters at the bank arbiter. The instruction executes on what
/// arrives here.
class OperandCollectors {
 public:
  /// Where MOVs are injected, the last free unit is reserved for instructions `in_place`; otherwise the
  /// instructions that wait for them could occupy all units. `wires` counts the reads; may be null.
  OperandCollectors(const SmConfig& config, const SmHooks& hooks, RegisterBanks& banks, WarpTable& warps,
                    BankWires* wires, StatGroup& stats);

  /// First call of each cycle.
  void begin_cycle() {
    held_ = 0;
    for (const CollectorGate* gate : gates_) held_ |= gate->held();
    if (selector_ != nullptr) take_answers();
  }
  /// The LaneSelector has questions to answer.
  bool deciding() const { return !asked_[0].empty() || !asked_[1].empty(); }
  /// May an instruction of that kind enter?
  bool room(CollectorKind kind) const {
    const auto k = static_cast<unsigned>(kind);
    return (reserves_ ? free_ & (free_ - 1) : free_) != 0 && taken_[k] < limits_[k];
  }
  /// May an instruction enter that is issued in place?
  bool room_in_place() const { return free_ != 0; }
  /// The instruction in a unit; null when there is none.
  const InFlight* instruction(unsigned unit) const {
    return unit < units_.size() ? units_[unit].instruction : nullptr;
  }
  bool empty() const { return free_ == all_; }
  /// Instructions that wait with all their operands until `unit` takes them.
  const std::vector<InFlight*>& complete(ptx::Unit unit) const {
    return complete_[static_cast<std::size_t>(unit)];
  }
  /// Must one of its own kind leave, before an instruction of that kind may enter? If not, any one.
  bool own_kind_is_full(CollectorKind kind) const {
    const auto k = static_cast<unsigned>(kind);
    return taken_[k] >= limits_[k];
  }
  unsigned units() const { return static_cast<unsigned>(units_.size()); }
  /// Do they hold nothing but memory instructions that have all their operands?
  bool only_memory() const {
    return static_cast<std::size_t>(std::popcount(all_ & ~free_)) ==
           complete_[static_cast<std::size_t>(ptx::Unit::ldst)].size();
  }

  /// Takes an instruction for whose kind there is room.
  void take(InFlight& f);
  /// Its registers are known. Places its first requests; the banks of each source are looked up now.
  void start(InFlight& f);

  /// Operands decoded since: lets each into its unit.
  void deliver();
  /// Granted requests read their banks.
  void read(std::uint32_t granted);
  /// The register for whose banks a requester asks; no_register when it does not.
  RegisterId requested(unsigned requester) const {
    if ((pending_ >> requester & 1) == 0) return no_register;
    const Unit& u = units_[requester / ports];
    return u.instruction->sources[static_cast<unsigned>(u.operand[requester % ports])];
  }
  /// The requests for the next arbitration.
  void request(ArbiterRequests& out) const;
  /// Those that `start` is to place for an instruction whose registers are known.
  void request_first(const InFlight& f, ArbiterRequests& out) const;

  /// The oldest complete instruction for `unit` that is not held, of those from sequence number `from` on, or
  /// null. Memory instructions of one warp leave in program order.
  InFlight* oldest(ptx::Unit unit, std::uint64_t from = 0) {
    return complete_for(unit).empty() ? nullptr : find_oldest(unit, from);
  }
  /// Takes it out of its collector.
  void remove(InFlight& f);

 private:
  static constexpr unsigned ports = 2;
  static_assert(ports * 16 == read_requesters);
  struct Unit {
    InFlight* instruction = nullptr;
    std::uint8_t next = 0;  ///< operand that has no port yet
    std::array<std::int8_t, ports> operand{-1, -1};
  };
  std::vector<InFlight*>& complete_for(ptx::Unit unit) { return complete_[static_cast<std::size_t>(unit)]; }
  void complete(InFlight& f);
  InFlight* find_oldest(ptx::Unit unit, std::uint64_t from);
  bool overtakes(const InFlight& f) const;
  void place(unsigned unit, unsigned port);
  void take_answers();
  void select_lanes(InFlight& f);
  /// The lanes whose slices of the banks the read of operand k accesses.
  LaneMask lanes_read(const InFlight& f, unsigned k) const {
    if (!some_lanes_ || k >= f.instruction->source_count || !encoding_.by_lane(f.sources[k]))
      return all_lanes;
    return encoding_.read_lanes(f, k);
  }
  WarpRegister& operand(InFlight& f, unsigned k) {
    const unsigned sources = f.instruction->source_count;
    return k < sources ? f.operands.source[k] : f.old[k - sources];
  }

  RegisterBanks& banks_;
  RegisterEncoding& encoding_;
  const std::vector<CollectorGate*> gates_;
  ValueSetting* const setting_;
  LaneSelector* const selector_;
  const bool reserves_;      ///< a unit for instructions in place
  const bool clock_gating_;  ///< slices of lanes that are not active are not accessed
  const bool some_lanes_;    ///< a read may access the slices of some lanes
  const bool scalar_units_;
  WarpTable& warps_;
  BankWires* const wires_;
  std::vector<Unit> units_;
  std::uint32_t all_, free_;                     ///< units, a bit each
  std::uint32_t held_ = 0;                       ///< units that must not be left
  std::uint32_t in_memory_ = 0;                  ///< units that hold memory instructions
  std::uint32_t unanswered_ = 0;                 ///< units of whose instruction the LaneSelector was asked
  std::uint32_t unselected_ = 0;                 ///< units whose instruction is complete but for the answer
  std::array<std::vector<InFlight*>, 2> asked_;  ///< of the LaneSelector, in this cycle and in the last one
  unsigned turn_ = 0;                            ///< this cycle's of these
  std::array<unsigned, collector_kinds> limits_, taken_{};
  std::uint32_t pending_ = 0;
  std::array<std::uint32_t, read_requesters> masks_{};
  std::array<Ring<std::pair<unsigned, unsigned>>, clusters> waiting_;  ///< unit, operand: reads under way
  /// By unit, scalar units last: the instructions whose sources are all here.
  std::array<std::vector<InFlight*>, ptx::units + 1> complete_;
  Counter &accesses_, &bank_reads_, &slices_;
};

}  // namespace heddle
