// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "hw/sim/clock_domain.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/register_write.hpp"
#include "models/host/device.hpp"

namespace heddle {

struct Launch;

/// An instruction that a warp issues.
struct IssuedInstruction {
  unsigned warp = 0;
  std::uint32_t pc = 0;                 ///< index into Kernel::code
  LaneMask active = 0, mask = 0;        ///< lanes of the warp; of these, those that pass the guard
  const InFlight* in_flight = nullptr;  ///< null when it needs no operand collector
};

/// Receives the events of SMs, and cannot change anything: it gets const values, and copies what it keeps.
/// `sm` is the index of the SM, `now` the core cycle. Instructions that are not the program's have a source
/// (InFlight::injected).
class SmObserver {
 public:
  virtual ~SmObserver() = default;

  /// The SM is idle, and CTAs of this launch will come.
  virtual void launch_begins(unsigned /*sm*/, const Launch&) {}
  virtual void cta_begins(unsigned /*sm*/, unsigned /*slot*/, const Dim3& /*id*/, Cycle /*now*/) {}
  virtual void cta_ends(unsigned /*sm*/, unsigned /*slot*/, Cycle /*now*/) {}
  virtual void warp_begins(unsigned /*sm*/, unsigned /*warp*/, unsigned /*cta_slot*/, unsigned /*index*/,
                           Cycle /*now*/) {}
  virtual void warp_ends(unsigned /*sm*/, unsigned /*warp*/, Cycle /*now*/) {}

  /// The active lanes of a warp diverge at a branch or call: `taken` jump and run first, `stay` wait.
  virtual void split(unsigned /*sm*/, unsigned /*warp*/, LaneMask /*taken*/, LaneMask /*stay*/,
                     Cycle /*now*/) {}
  /// Diverged lanes have reconverged: `active` are all of them.
  virtual void joined(unsigned /*sm*/, unsigned /*warp*/, LaneMask /*active*/, Cycle /*now*/) {}

  /// The active lanes of a warp go on at `pc`, for an assist of a technique and not for an instruction.
  virtual void jumped(unsigned /*sm*/, unsigned /*warp*/, std::uint32_t /*pc*/, LaneMask /*active*/,
                      Cycle /*now*/) {}

  /// Lanes leave the kernel; others of their warp stay.
  virtual void exited(unsigned /*sm*/, unsigned /*warp*/, LaneMask /*lanes*/, Cycle /*now*/) {}

  virtual void issued(unsigned /*sm*/, const IssuedInstruction&, Cycle /*now*/) {}
  /// All operands are in the collector, predicates too.
  virtual void collected(unsigned /*sm*/, const InFlight&, Cycle /*now*/) {}
  /// Pipeline `number` of `kind` ("SP", "SFU", "DP") takes an instruction, and no other for `cycles`.
  virtual void dispatched(unsigned /*sm*/, const char* /*kind*/, unsigned /*number*/, const InFlight&,
                          Cycle /*cycles*/, Cycle /*now*/) {}
  /// The load/store unit has received an instruction, and has finished with it as far as the next one has to
  /// wait. Instructions leave in the order in which they came.
  virtual void memory_queued(unsigned /*sm*/, const InFlight&, Cycle /*now*/) {}
  virtual void memory_left(unsigned /*sm*/, const InFlight&, Cycle /*now*/) {}
  /// The addresses of these lanes are no memory, and the lanes are left out (ExecutionContext::drops_faults).
  virtual void faulted(unsigned /*sm*/, const InFlight&, LaneMask /*lanes*/, Cycle /*now*/) {}
  /// A first-level cache ("L1D", "L1C") has requested the line at `address`, for which `lanes` of a load
  /// wait.
  virtual void missed(unsigned /*sm*/, const char* /*cache*/, const InFlight&, LaneMask /*lanes*/,
                      std::uint64_t /*address*/, Cycle /*now*/) {}
  /// A first-level cache ("L1D", "L1C") has received a line that it missed, or evicts one.
  virtual void filled(unsigned /*sm*/, const char* /*cache*/, std::uint64_t /*address*/, Cycle /*now*/) {}
  virtual void evicted(unsigned /*sm*/, const char* /*cache*/, std::uint64_t /*address*/, bool /*dirty*/,
                       Cycle /*now*/) {}
  /// All results have been handed to the write-back; predicates are written.
  virtual void finished(unsigned /*sm*/, const InFlight&, Cycle /*now*/) {}
  /// A result stage has taken a result from its bus.
  virtual void encoded(unsigned /*sm*/, const RegisterWrite&, Cycle /*now*/) {}
  /// Reads a physical register, by RegisterEncoding::peek.
  using Peek = std::function<WarpRegister(RegisterId)>;
  /// A result is in the banks, as this write.
  virtual void committed(unsigned /*sm*/, const RegisterWrite&, const Peek&, Cycle /*now*/) {}

  /// With virtual registers: architected register r of a warp is mapped, or its mapping ends.
  virtual void register_lives(unsigned /*sm*/, unsigned /*warp*/, unsigned /*r*/, Cycle /*now*/) {}
  virtual void register_dies(unsigned /*sm*/, unsigned /*warp*/, unsigned /*r*/, Cycle /*now*/) {}
  /// The warp has finished and still has its registers.
  virtual void drained(unsigned /*sm*/, unsigned /*warp*/, const Peek&, Cycle /*now*/) {}
};

}  // namespace heddle
