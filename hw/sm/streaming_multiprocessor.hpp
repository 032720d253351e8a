// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/sm/banks/bank_ports.hpp"
#include "hw/sm/banks/register_clearing.hpp"
#include "hw/sm/banks/uncompressed.hpp"
#include "hw/sm/execute/execute_station.hpp"
#include "hw/sm/execute/result_buses.hpp"
#include "hw/sm/front/cta_slots.hpp"
#include "hw/sm/front/instruction_fetch.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/issue/issue_station.hpp"
#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/memory/memory_port.hpp"
#include "hw/sm/registers/move_injection.hpp"
#include "hw/sm/registers/operand_similarity.hpp"
#include "hw/sm/registers/write_back.hpp"

namespace heddle {

/// One SM: the list of its stations, which are wired to each other here. One tick calls them from the last
/// to the first, so that each sees what the station before it left at an earlier edge; README.md says which
/// boundaries are registers and which are wires within a cycle. Techniques hold its hooks.
class StreamingMultiprocessor : public IslandModule, public Clocked {
  const std::vector<std::unique_ptr<SmTechnique>> techniques_;  ///< made first

 public:
  /// `edges`: where memory lines are encoded.
  StreamingMultiprocessor(sc_core::sc_module_name name, unsigned index, const SmTechniqueParts& parts,
                          const Techniques& techniques, const LineEdges& edges);

  /// Before the first CTA of a launch; the SM must be idle.
  void begin(const Launch& launch);
  /// CTAs that could be started now.
  unsigned free_cta_slots() const { return ctas_.free(); }
  /// Starts a CTA at the first edge after now.
  void start_cta(Dim3 id);
  /// No CTA, nothing on its way to or from memory, and no register on its way back to a mapper.
  bool idle() const {
    return ctas_.live() == 0 && load_store_.empty() && fetch_.idle() &&
           (hooks_.mapper() == nullptr || !hooks_.mapper()->returning());
  }
  /// Called at an edge in which a CTA ends or the SM becomes idle.
  std::function<void()> on_progress;
  /// `o`, which may watch other SMs, too, receives all events from now on.
  void observe(SmObserver& o) {
    events_.add(o);
    domain()->serialise(observed);
  }
  /// `o` receives none any more; not to be called by an observer.
  void ignore(const SmObserver& o) {
    events_.remove(o);
    domain()->parallelise(observed);
  }

  /// To be called at the end of a launch: throws Error when something of it is left.
  void check_balance() const;

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override;

  MemoryPort port;
  LoadStoreUnit& load_store() { return load_store_; }
  const WarpTable& warps() const { return warps_; }
  unsigned live_ctas() const { return ctas_.live(); }
  std::uint64_t warp_instructions() const { return issue_.warp_instructions(); }
  std::uint64_t thread_instructions() const { return issue_.thread_instructions(); }
  /// Grows whenever an instruction is issued or memory answers.
  std::uint64_t progress() const { return issue_.progress() + port.responses(); }
  /// Who waits for whom in a circle, as text; empty: nobody does.
  std::string circle() const;
  /// What each live warp waits for: for the message about a launch without progress.
  std::string state() const { return warps_.state(*launch_->kernel, name()); }

 private:
  /// Latches that random stalls may hold (Clocked::holds). From issue_slots on, one for
  /// each of up to four schedulers.
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
    offers_ahead,
    offers_behind,
    fetch,
    fetch_requests,
    data_requests,
    memory_port,
    read_requests,
    write_requests,
    issue_slots,
    scalar_dispatch = issue_slots + 4,
    line_dispatch
  };

  static constexpr std::string_view observed = "an observer sees all of them in each cycle";

  using Turn = InstructionSource::Turn;
  SmHooks attach(const SmTechniqueParts& parts);
  void begin_cycle(Cycle now);
  void end_cycle();
  void retire();
  unsigned held_slots();
  Cycle next_cycle(Cycle now) const;

  const SmConfig config_;
  SmEvents events_;
  const Launch* launch_ = nullptr;
  sc_core::sc_time begun_;  ///< an edge at this instant does not belong to the launch yet
  bool begins_ = false;     ///< techniques have not been told of the launch yet
  UncompressedRegisters uncompressed_;
  ResultRegister result_register_;
  std::unique_ptr<BankPower> power_;      ///< null: all banks are always on
  std::unique_ptr<MoveInjection> moves_;  ///< null: no technique wants MOVs
  const SmHooks hooks_;
  std::unique_ptr<RegisterValues> values_;         ///< if they are to be counted
  std::unique_ptr<BankWires> wires_;               ///< the same
  std::unique_ptr<OperandSimilarity> similarity_;  ///< the same

  // The stations, and what stands between them.
  WarpTable warps_;
  InstructionFetch fetch_;
  Barriers barriers_;
  ControlUnit control_;
  IssueStation issue_;
  MergeBuffers merge_buffers_;
  OperandCollectors collectors_;
  ExecuteStation execute_;
  LoadStoreUnit load_store_;
  ResultBuses result_buses_;
  WriteBack write_back_;
  BankPorts bank_ports_;
  RegisterBanks banks_;
  RegisterClearing clearing_;
  CtaSlots ctas_;
  Counter& busy_cycles_;
};

}  // namespace heddle
