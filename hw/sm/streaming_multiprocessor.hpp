#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/execution_pipelines.hpp"
#include "hw/sm/instruction_fetch.hpp"
#include "hw/sm/issue_slots.hpp"
#include "hw/sm/load_store_unit.hpp"
#include "hw/sm/move_injection.hpp"
#include "hw/sm/operand_collectors.hpp"
#include "hw/sm/register_place.hpp"
#include "hw/sm/sm_observer.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "models/host/cta_barriers.hpp"

namespace heddle {

/// What an SM is made with.
struct SmParts {
  ClockDomain& clock;
  Wire<bool>& rst_n;
  RegisterForm& form;
  RegisterPlace* place = nullptr;  ///< null: each register has its own
  LineForm& lines;                 ///< in what form they leave the SM
  BlockMaker blocks{};
};

/// One SM: warps and their schedulers, operand collectors and write-back around the bank arbiter, execution
/// pipelines, load/store unit. One tick runs the stages from the last to the first, so that each sees what
/// the stage before it left at an earlier edge.
class StreamingMultiprocessor : public sc_core::sc_module, public Clocked {
 public:
  StreamingMultiprocessor(sc_core::sc_module_name name, unsigned index, const SmConfig& config,
                          const SmParts& parts, StatGroup& stats);

  /// Before the first CTA of a launch; the SM must be idle.
  void begin(const Launch& launch);
  /// CTAs that could be started now.
  unsigned free_cta_slots() const { return static_cast<unsigned>(free_ctas_.size() - arriving_.size()); }
  /// Starts a CTA at the first edge after now.
  void start_cta(Dim3 id);
  /// No CTA, and nothing on its way to or from memory.
  bool idle() const { return live_ctas_ == 0 && arriving_.empty() && load_store_.empty(); }
  /// Called at an edge in which a CTA ends or the SM becomes idle.
  std::function<void()> on_progress;
  /// Told what happens.
  SmObservers observers;

  /// A launch has ended: throws Error when something of it is left.
  void check_balance() const;

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override;

  MemoryPort port;
  LoadStoreUnit& load_store() { return load_store_; }
  unsigned live_ctas() const { return live_ctas_ + static_cast<unsigned>(arriving_.size()); }
  std::uint64_t warp_instructions() const { return warp_instructions_.value(); }
  /// Grows whenever an instruction is issued or memory answers.
  std::uint64_t progress() const { return warp_instructions_.value() + moves_.value() + port.responses(); }
  /// What each live warp waits for: for the message about a launch without progress.
  std::string state() const;

 private:
  /// That random stalls hold (Clocked::holds); an issue slot each scheduler, behind the others.
  enum class Latch {
    results,
    encoders,
    sp_dispatch,
    sfu_dispatch,
    dp_dispatch,
    memory_dispatch,
    load_store,
    arriving_ctas,
    decoder,
    renamed,
    branch_releases,
    moves,
    spills,
    fetch,
    fetch_requests,
    data_requests,
    memory_port,
    read_requests,
    write_requests,
    issue_slots
  };

  struct CtaSlot {
    unsigned warps = 0;  ///< not finished
    CtaBarriers barriers{};
  };

  // sm_cta.cpp: CTAs come and go
  void accept_ctas();
  void clear_registers();
  void start_warp(unsigned slot, unsigned index, Dim3 id);
  void finish_warp(unsigned w);
  // sm_issue.cpp
  void issue();
  SlotUse slot_use(std::size_t scheduler) const;
  WarpMask no_room() const;
  WarpMask issuable(WarpMask allowed) const { return ready_ == 0 ? 0 : ready_ & allowed & ~no_room(); }
  WarpMask allowed_warps() const;
  WarpMask without_registers(WarpMask warps) const;
  void issue_from(unsigned w);
  void issued_one(unsigned w, std::uint32_t pc);
  bool merges(const Warp& warp, const ptx::Instruction& i, LaneMask mask) const;
  InFlight& dispatch_to_collector(unsigned w, const ptx::Instruction& i, const Hazards& h, LaneMask mask);
  void find_operands(InFlight& f);
  void release_at_branch();
  void spill_registers();
  void check_for_move(const InFlight& f);
  void inject_move();
  void control(unsigned w, const ptx::Instruction& i, LaneMask mask);
  void refresh(unsigned w);  ///< recomputes whether warp w could issue, and what it needs for that
  bool must_drain(unsigned w, const ptx::Instruction& i);
  // sm_barrier.cpp
  void arrive(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands, LaneMask mask);
  void operands_of_barrier(InFlight& f);
  void leave_barriers(unsigned w);
  void open_barriers(unsigned cta, CtaBarriers::WarpSet released);
  void check_deadlock(unsigned cta) const;
  // sm_execute.cpp
  void execute(Cycle now);
  void dispatch(ExecutionPipelines& pipelines, ptx::Unit unit, const char* name, Cycle now);
  void take_results(Cycle now);
  bool take_result(unsigned source);
  // streaming_multiprocessor.cpp
  void finish(InFlight& f);
  void settle(unsigned w);  ///< after something of warp w has ended
  void operands_read(InFlight& f);
  Cycle next_cycle(Cycle now) const;

  const SmConfig config_;
  const unsigned index_;
  RegisterForm& form_;
  RegisterPlace* const place_;
  RegisterBanks banks_;
  std::unique_ptr<BankPower> power_;       ///< null: all banks are always on
  std::unique_ptr<MoveInjection> inject_;  ///< null: the form needs no MOVs
  Wire<Level<ArbiterRequests>> requests_{"arbiter_req"};
  Wire<Level<ArbiterGrants>> grants_{"arbiter_grant"};
  std::unique_ptr<BlockWith<BankArbiterPins>> arbiter_;
  InFlightPool pool_;
  OperandCollectors collectors_;
  WriteBack write_back_;
  std::unique_ptr<RegisterValues> values_;  ///< if they are to be counted
  std::unique_ptr<BankWires> wires_;        ///< the same
  ExecutionPipelines sp_, sfu_, dp_;
  LoadStoreUnit load_store_;
  InstructionFetch fetch_;
  IssueSlots slots_;

  const Launch* launch_ = nullptr;
  sc_core::sc_time begun_;     ///< an edge of that very instant is not the launch's yet
  bool place_begins_ = false;  ///< place_ has not heard of the launch
  std::vector<Warp> warps_;
  std::vector<std::uint64_t> age_;
  std::vector<CtaSlot> ctas_;
  std::vector<unsigned> free_ctas_;
  std::vector<std::vector<std::byte>> shared_;  ///< of each CTA slot
  std::vector<std::pair<sc_core::sc_time, Dim3>> arriving_;
  unsigned live_ctas_ = 0, live_warps_ = 0;
  WarpMask drained_ = 0;  ///< warps whose end observers know of

  std::vector<std::unique_ptr<WarpScheduler>> schedulers_;
  std::vector<WarpMask> scheduled_;  ///< warps of each scheduler: warp w belongs to scheduler w mod n
  WarpMask live_ = 0;                ///< have instructions to come
  WarpMask ready_ = 0;               ///< no hazard holds their instruction back
  std::array<WarpMask, collector_kinds> needs_{};  ///< of these, those that need a collector of that kind
  WarpMask merging_ = 0;                           ///< of these, those that need merge buffers
  WarpMask dependent_ = 0;                         ///< the scoreboard holds their instruction back
  WarpMask waiting_ = 0;                           ///< for long: see WarpStates
  unsigned first_scheduler_ = 0;                   ///< that is asked first
  bool issued_ = false;                            ///< in the last tick: the next cycle's slots are others
  WarpMask fencing_ = 0;
  WarpMask branching_ = 0;   ///< a pbr is next
  WarpMask collecting_ = 0;  ///< the operands of their barriers are on their way
  std::uint64_t cycle_ = 0;  ///< of the last tick
  std::uint64_t next_sequence_ = 0;
  unsigned first_source_ = 0;  ///< of results: the one that is asked first
  std::vector<ptx::Instruction> moves_by_register_;
  std::vector<Hazards> move_hazards_;
  Ring<RegisterRange> cleared_;  ///< registers of warps that have ended; one a cycle is told to the blocks
  unsigned merge_buffers_ = 0;   ///< free

  Counter &warp_instructions_, &thread_instructions_, &divergent_instructions_, &moves_;
  std::array<Counter*, ptx::operations> lane_operations_{};
  Counter &busy_cycles_, &result_bus_stalls_, &merge_stalls_;
  Counter &read_conflicts_, &write_conflicts_;
};

}  // namespace heddle
