#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sim/rtl_model.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/execution_pipelines.hpp"
#include "hw/sm/load_store_unit.hpp"
#include "hw/sm/operand_collectors.hpp"
#include "hw/sm/sm_observer.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "models/host/cta_barriers.hpp"

namespace heddle {

/// What an SM is made with.
struct SmParts {
  ClockDomain& clock;
  Wire<bool>& rst_n;
  RegisterForm& form;
  LineForm& lines;            ///< in what form they leave the SM
  RtlLibrary* rtl = nullptr;  ///< blocks that are to be RTL
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
  /// Told what happens, if there is one.
  SmObserver* observer = nullptr;

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
  struct CtaSlot {
    unsigned warps = 0;  ///< not finished
    CtaBarriers barriers{};
  };

  // sm_cta.cpp: CTAs come and go
  void accept_ctas();
  void start_warp(unsigned slot, unsigned index, Dim3 id);
  void finish_warp(unsigned w);
  // sm_issue.cpp
  void issue(Cycle now);
  bool issue_from(unsigned w, Cycle now);
  bool inject_move(unsigned w, const ptx::Instruction& i);
  void dispatch_to_collector(unsigned w, const ptx::Instruction& i, const Hazards& h, LaneMask mask,
                             bool injected);
  void control(unsigned w, const ptx::Instruction& i, LaneMask mask, Cycle now);
  void refresh(unsigned w);  ///< recomputes whether warp w could issue
  bool must_drain(unsigned w, const ptx::Instruction& i);
  // sm_barrier.cpp
  void arrive(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands, LaneMask mask);
  void operands_of_barrier(InFlight& f);
  void leave_barriers(unsigned w);
  void open_barriers(unsigned cta, CtaBarriers::WarpSet released);
  void check_deadlock(unsigned cta) const;
  // streaming_multiprocessor.cpp
  void finish(InFlight& f);
  void settle(unsigned w);  ///< after something of warp w has ended
  void operands_read(InFlight& f);
  void execute(Cycle now);
  Cycle next_cycle(Cycle now) const;

  const SmConfig config_;
  const unsigned index_;
  RegisterForm& form_;
  RegisterBanks banks_;
  Wire<Level<ArbiterRequests>> requests_{"arbiter_req"};
  Wire<Level<ArbiterGrants>> grants_{"arbiter_grant"};
  std::unique_ptr<BlockWith<BankArbiterPins>> arbiter_;
  InFlightPool pool_;
  OperandCollectors collectors_;
  WriteBack write_back_;
  ExecutionPipelines sp_, sfu_;
  LoadStoreUnit load_store_;

  const Launch* launch_ = nullptr;
  std::vector<Warp> warps_;
  std::vector<std::uint64_t> age_;
  std::vector<CtaSlot> ctas_;
  std::vector<unsigned> free_ctas_;
  std::vector<std::vector<std::byte>> shared_;  ///< of each CTA slot
  std::vector<std::pair<sc_core::sc_time, Dim3>> arriving_;
  unsigned live_ctas_ = 0, live_warps_ = 0;

  std::vector<std::unique_ptr<WarpScheduler>> schedulers_;
  std::vector<WarpMask> scheduled_;  ///< warps of each scheduler: warp w belongs to scheduler w mod n
  WarpMask ready_ = 0, refetching_ = 0, fencing_ = 0;
  WarpMask collecting_ = 0;               ///< the operands of their barriers are on their way
  std::uint64_t cycle_ = 0;               ///< of the last tick: %clock
  std::array<WarpMask, 32> refetched_{};  ///< warps whose refetch ends at cycle c: entry c mod 32
  std::uint64_t next_sequence_ = 0;
  std::vector<ptx::Instruction> moves_by_register_;
  std::vector<Hazards> move_hazards_;

  Counter &warp_instructions_, &thread_instructions_, &divergent_instructions_, &moves_;
  Counter &busy_cycles_, &issue_stalls_collector_, &issue_slots_;
  Counter &read_conflicts_, &write_conflicts_, &empty_bank_cycles_;
};

}  // namespace heddle
