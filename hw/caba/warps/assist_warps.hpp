// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/caba/warps/assist_blocks.hpp"
#include "hw/caba/warps/assist_code.hpp"
#include "hw/caba/warps/assist_plan.hpp"
#include "hw/caba/warps/assist_source.hpp"
#include "hw/caba/warps/assist_statistics.hpp"
#include "hw/caba/warps/assist_task.hpp"
#include "hw/caba/warps/event_triggers.hpp"
#include "hw/caba/warps/standby_parent.hpp"
#include "hw/sm/hooks/issue_gate.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// What an SM's assist warps are made of.
struct AssistSetup {
  AssistWarpControllerConfig controller;
  AssistWarpStoreConfig store;
  std::shared_ptr<const AssistCode> code;
  std::vector<AssistTrigger> triggers;  ///< by event
  /// Registers of a thread, behind the first of the technique's: where each window begins.
  std::array<unsigned, assist_windows> windows{};
  std::shared_ptr<const std::vector<std::byte>> tables{};  ///< of subroutines that work on lines; null: none
  /// Instead of these, warp registers of each window of the SM, the last of the file; 0: there are none.
  unsigned window_registers = 0;
  std::vector<UserTrigger> of_user{};   ///< user subroutines
  unsigned records = 64;                ///< of their events
  unsigned most_instructions = 10'000;  ///< of an assist warp
  bool restores_parts = false;          ///< lines of stores whose warps may have ended
  /// Of lines, that wait for their assist warps; of each priority.
  unsigned events = 16;
};

/// The assist warps of an SM (Vijaykumar2015, section 4): triggers one for each task, gives each that the
/// controller accepts a context of its parent, and has the SM issue what the buffer stages.
///
/// The context's SIMT stack says which instruction comes next. Where that is not the one behind the last, the
/// controller is redirected, and what is staged is flushed. The blocks sample at the next edge what the SM
/// does in a cycle, and the SM sees the outcome behind that edge: the next instruction of an assist warp can
/// be issued two cycles after the last.
class AssistWarps final : public sc_core::sc_module, public SmTechnique, public IssueGate {
 public:
  /// How a wait graph names the places of events of lines, of high priority. Those of low priority are not
  /// drawn: what waits for one leaves uncompressed after a while.
  static constexpr const char* queue = "a place among the events of lines";

  AssistWarps(sc_core::sc_module_name name, const AssistSetup& setup, const SmTechniqueParts& parts);

  /// Claims room for an event of a line, which must be submitted at once. Who finds none keeps it, and asks
  /// again in the next cycle: the SM is awake until then, and room is given in turn. Events of user
  /// subroutines wait in their records (EventTriggers) and claim none.
  bool claim_room(EventOf of);
  /// A task that is over, and has an event, begins anew.
  void submit(AssistTask& task);
  /// The outcome of this task is not wanted any more. It is over when what it has under way is.
  void kill(AssistTask& task);
  Cycle now() const { return events_ != nullptr ? events_->now() : 0; }
  /// Warps that have instructions of the program left.
  WarpMask live() const { return warps_ != nullptr ? warps_->live() : 0; }
  /// Does some warp wait until memory has done all that it has stored, in this cycle?
  bool fencing();

  void attach(SmHooks& hooks, const SmStations& stations) override;
  void begin(const Launch& launch, const KernelPlan* own) override;
  void begin_cycle() override;
  void end_cycle() override;
  bool busy() const override;
  Cycle next() const override { return user_ ? user_->next() : never; }
  void check_balance(const Balance& balance) const override;
  void waits(SmWaits& waits) const override;

  // For its sources.

  /// The next instruction of an assist warp of this priority whose parent this scheduler has, from entry
  /// `first` on in turn; null: there is none.
  bool offer(bool low, unsigned scheduler, unsigned first, OfferedInstruction& to);
  void taken(const InFlight& f);
  void executed(const OfferedInstruction& o);
  void finished(const InFlight& f);

 private:
  struct AssistWarp {
    AssistTask* task = nullptr;  ///< null: the entry is free
    ExecutionContext context;
    unsigned subroutine = 0;
    unsigned window = 0;  ///< of the SM's windows of registers, if it has some
    Cycle begun = 0;
    Cycle staged_from = 0;                          ///< from then on, what the buffer shows is the next one
    unsigned under_way = 0, loads = 0, stores = 0;  ///< instructions; of these, accesses of the line
    const LiveCode* live = nullptr;                 ///< its code, if it shares registers with its parent
    bool jumps = false;                             ///< its parent goes on elsewhere
    std::uint64_t issued = 0;                       ///< instructions
    ThreadRegisters moved_out{};                    ///< registers of the parent that it has written
  };
  struct Flush {
    unsigned entry;
    bool ends;
    std::uint32_t instruction;
  };

  void load();
  /// The last word, subroutine and row have been shown to the blocks; a word of the tables is written a
  /// cycle.
  bool loaded() const {
    const std::size_t table_words = setup_.tables != nullptr ? setup_.tables->size() / 4 : 0;
    return loaded_ >
           std::max({code().words().size(), code().parts().size(), setup_.triggers.size(), table_words});
  }
  void draw(SmWaits& waits, const AssistWarp& a) const;
  void draw(SmWaits& waits, const AssistTask& task) const;
  void ask();
  AssistTask* ask_for(std::deque<AssistTask*>& waiting);
  bool has_room(const AssistTask& task) const;
  bool full() const;
  /// Assist warps that may live at a time: as many as there are entries, and windows of registers. At most
  /// half of them are of low priority, and all but one of users, where others decompress.
  unsigned most() const { return plan_ != nullptr ? plan_->most : setup_.controller.entries; }
  unsigned most_lows() const { return std::max(1u, most() / 2); }
  unsigned most_of_users() const { return most() - (setup_.restores_parts ? 1 : 0); }
  void let_go(const AssistTask& task);
  bool finds_parent(AssistTask& task) const;
  void make_way(const AssistTask& task);
  bool displaces(const AssistTask& low, const AssistTask& task) const;
  void over(AssistTask& task);
  /// It waits for no assist warp any more.
  void leave_queue(const AssistTask& task) { of_lines_[task.low] -= task.bound ? 0 : 1; }
  WarpMask waiting_parents() const;
  unsigned window_of(const AssistTask& task) const { return setup_.triggers[task.event].window; }
  RegisterId base_of(AssistWarp& a);
  void take_answer();
  void begin_assist_warp(AssistTask& task, const AssistAnswer& answer);
  void end_those_done();
  void let_jump(const AssistWarp& a);
  void show();
  bool prepare(unsigned e, std::uint64_t word, OfferedInstruction& to);
  void issued(unsigned e, std::uint32_t pc);
  [[noreturn]] void refuse_endless(const AssistWarp& a) const;
  static void note_live_move(AssistWarp& a, const InFlight& f);
  /// Counts an event in the life of a task's assist warp.
  template <class Count>
  void count(const AssistTask& task, Count&& add) {
    add(task.low ? low_ : high_);
    if (task.statistics != nullptr) add(*task.statistics);
  }
  const AssistCode& code() const { return *setup_.code; }

  const AssistSetup setup_;
  const unsigned schedulers_;
  AssistBlocks blocks_;
  std::vector<std::unique_ptr<AssistSource>> sources_;
  std::unique_ptr<EventTriggers> user_;  ///< null: there are no user subroutines
  AssistStatistics high_, low_;
  WarpTable* warps_ = nullptr;
  IssueStation* issue_ = nullptr;
  const OperandCollectors* collectors_ = nullptr;
  StandbyParent standby_;
  const SmEvents* events_ = nullptr;
  const unsigned file_;               ///< warp registers of the SM
  const AssistPlan* plan_ = nullptr;  ///< of the launch
  unsigned first_register_ = 0;       ///< of a warp's for its assist warps, behind the program's first one
  bool launched_ = false;             ///< the first launch has begun
  std::size_t loaded_ = 0;            ///< cycles in which the store and the trigger table were loaded
  std::array<std::deque<AssistTask*>, 2> waiting_;  ///< by priority, the high one first
  std::array<unsigned, 2> of_lines_{};  ///< of these, and of those that are asked for, those of lines
  unsigned claims_ = 0;                 ///< bit s: EventOf s has found no room
  unsigned given_ = 0;                  ///< EventOf that was given room last
  Ring<AssistTask*> asked_;
  std::array<AssistWarp, most_assist_warps> all_;
  std::array<WarpMask, assist_windows> parents_{};    ///< by window: of tasks that are asked for or run
  unsigned lows_ = 0;                                 ///< of these tasks, those of low priority
  unsigned users_ = 0;                                ///< of these, those of user subroutines
  std::array<WarpMask, assist_windows> triggered_{};  ///< the same, of high priority and not answered yet
  Cycle looked_for_fences_ = never;
  bool fencing_ = false;  ///< in that cycle
  unsigned running_ = 0;
  AssistEntries live_ = 0;     ///< entries with an assist warp
  AssistEntries windows_ = 0;  ///< of the SM that assist warps have
  Ring<Flush> to_flush_;
  AssistEntries issued_ = 0;  ///< in this cycle, an entry a bit
  bool shown_ = false;        ///< pins show something that must be taken away
};

}  // namespace heddle
