#pragma once

#include <array>
#include <bit>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sm/bank_wires.hpp"
#include "hw/sm/in_flight.hpp"
#include "hw/sm/register_form.hpp"
#include "hw/sm/register_place.hpp"
#include "hw/sm/sm_config.hpp"
#include "models/base/ring.hpp"
#include "models/base/statistics.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// What an instruction in a collector waits for: SP, the special function or double-precision units, memory.
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
  /// With a form that needs MOVs, the last free unit is theirs, or instructions that wait for a MOV could
  /// take them all.
  OperandCollectors(const CollectorConfig& config, RegisterBanks& banks, RegisterForm& form,
                    StatGroup& stats);

  /// Told every read, if there are some.
  BankWires* wires = nullptr;

  /// May an instruction of that kind enter?
  bool room(CollectorKind kind) const {
    const auto k = static_cast<unsigned>(kind);
    return (for_moves_ ? free_ & (free_ - 1) : free_) != 0 && taken_[k] < limits_[k];
  }
  /// May a MOV enter?
  bool room_for_move() const { return free_ != 0; }
  /// The instruction in a unit; null when there is none.
  InFlight* instruction(unsigned unit) { return unit < units_.size() ? units_[unit].instruction : nullptr; }
  /// The units whose instruction must stay in this cycle.
  void hold(std::uint32_t units) { held_ = units; }
  bool empty() const { return free_ == all_; }
  /// Do they hold nothing but memory instructions that have all their operands?
  bool only_memory() const {
    return static_cast<std::size_t>(std::popcount(all_ & ~free_)) ==
           complete_[static_cast<std::size_t>(ptx::Unit::ldst)].size();
  }

  /// Takes an instruction for whose kind there is room, and places its first requests; the form of each
  /// source is looked up now. Returns true when there is nothing to read.
  bool allocate(InFlight& f);

  /// Operands decoded since: lets each into its unit. Calls `read` for an instruction whose sources have all
  /// come.
  template <class Read>
  void deliver(Read&& read) {
    for (unsigned c = 0; c < clusters; ++c) {
      if (waiting_[c].empty()) continue;
      const WarpRegister* value = form_.read_done(c);
      if (value == nullptr) continue;
      const auto [unit, k] = waiting_[c].front();
      waiting_[c].pop();
      InFlight& f = *units_[unit].instruction;
      operand(f, k) = *value;
      if (++f.arrived != f.reads) continue;
      complete(f);
      read(f);
    }
  }
  /// Granted requests read their banks.
  void read(std::uint32_t granted);
  /// The requests for the next arbitration.
  void request(ArbiterRequests& out) const;

  /// The oldest complete instruction for `unit`, or null. Memory instructions of one warp leave in program
  /// order.
  InFlight* oldest(ptx::Unit unit);
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
  void complete(InFlight& f) { complete_for(f.instruction->unit).push_back(&f); }
  bool overtakes(const InFlight& f) const;
  void place(unsigned unit, unsigned port);
  WarpRegister& operand(InFlight& f, unsigned k) {
    const unsigned sources = f.instruction->source_count;
    return k < sources ? f.operands.source[k] : f.old[k - sources];
  }

  RegisterBanks& banks_;
  RegisterForm& form_;
  std::vector<Unit> units_;
  const bool for_moves_;
  std::uint32_t all_, free_;     ///< units, a bit each
  std::uint32_t held_ = 0;       ///< units that must not be left
  std::uint32_t in_memory_ = 0;  ///< units that hold memory instructions
  std::array<unsigned, collector_kinds> limits_, taken_{};
  std::uint32_t pending_ = 0;
  std::array<std::uint32_t, read_requesters> masks_{};
  std::array<Ring<std::pair<unsigned, unsigned>>, clusters> waiting_;  ///< unit, operand: reads under way
  std::array<std::vector<InFlight*>, ptx::units> complete_;            ///< by unit: all sources are here
  Counter &accesses_, &bank_reads_;
};

}  // namespace heddle
