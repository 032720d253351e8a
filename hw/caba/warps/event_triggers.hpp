// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "hw/caba/user/user_subroutine.hpp"
#include "hw/caba/warps/assist_statistics.hpp"
#include "hw/caba/warps/assist_task.hpp"
#include "hw/sm/warps/sm_observer.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/caba/event_record.hpp"

namespace heddle {

class AssistWarps;

/// A user subroutine in a machine.
struct UserTrigger {
  UserSubroutineConfig config;
  unsigned event = 0;                     ///< its row of the trigger table
  std::uint64_t memory_at = 0;            ///< where its memory begins, behind Launch::own_memory
  ExecutionContext::SharedPart shared{};  ///< of each SM, for its variables
};

/// Watches an SM for the events that trigger user subroutines, keeps a record of each, and asks for
/// its assist warp. Instructions of assist warps trigger nothing. Where `records` are in use, further events
/// are lost, and counted; so that this is rare, no warp issues while more than half of them are. Lossy ones
/// never bring that about: they are lost before.
class EventTriggers final : public SmObserver {
 public:
  EventTriggers(AssistWarps& warps, std::vector<UserTrigger> triggers, unsigned records, StatGroup& stats);

  void attach(unsigned sm, WarpTable& warps) {
    sm_ = sm;
    warps_ = &warps;
  }
  void begin(const Launch& launch);
  void begin_cycle(Cycle now);
  /// The next cycle in which one is triggered by time.
  Cycle next() const { return next_; }
  /// May no warp issue now?
  bool crowded() const { return 2 * used_ > records_.size(); }
  /// Of the subroutine that an event of these triggers; their rows follow each other.
  const ExecutionContext::SharedPart& shared_of(unsigned event) const {
    return triggers_[event - triggers_.front().of.event].of.shared;
  }
  /// A record is free again.
  void over() { --used_; }

  void memory_left(unsigned sm, const InFlight& f, Cycle now) override;
  void faulted(unsigned sm, const InFlight& f, LaneMask lanes, Cycle now) override;
  void missed(unsigned sm, const char* cache, const InFlight& f, LaneMask lanes, std::uint64_t address,
              Cycle now) override;
  void filled(unsigned sm, const char* cache, std::uint64_t address, Cycle now) override;
  void split(unsigned sm, unsigned warp, LaneMask taken, LaneMask stay, Cycle now) override;
  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;
  void warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) override;

 private:
  struct Record {
    AssistTask task;
    EventRecord event;
  };
  struct Trigger {
    UserTrigger of;
    AssistStatistics statistics;
    Counter& lost;
    bool here = false;       ///< in the kernel that runs
    std::uint32_t line = 0;  ///< Instruction::line of its line there; 0: of any
    Cycle due = never;       ///< of the event cycles
  };

  /// What an event tells beside its kind.
  struct Event {
    AssistEventKind kind;
    unsigned warp;
    std::uint32_t line = 0;
    LaneMask lanes = 0, others = 0;
    std::uint64_t address = 0;
    const ptx::LaneAddresses* addresses = nullptr;
    std::uint32_t width = 0;
    Cycle now = 0;
  };
  bool gathers(const IssuedInstruction& i) const;
  static Event access(AssistEventKind kind, const InFlight& f, LaneMask lanes, Cycle now);
  void happened(const Event& e);
  void trigger(Trigger& t, const Event& e);
  unsigned any_warp() const;

  AssistWarps& assist_;
  unsigned sm_ = 0;
  WarpTable* warps_ = nullptr;
  const ptx::Kernel* kernel_ = nullptr;
  std::deque<Trigger> triggers_;
  std::vector<Record> records_;
  std::size_t used_ = 0;           ///< of these
  std::uint32_t issued_line_ = 0;  ///< of the instruction that was issued last
  bool handles_faults_ = false;    ///< of the kernel that runs
  Cycle next_ = never;
};

}  // namespace heddle
