// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/host/cta_barriers.hpp"
#include "models/host/functional_device.hpp"
#include "models/host/livelock_watch.hpp"
#include "models/host/status.hpp"
#include "models/ptx/flow/simt_stack.hpp"

namespace heddle {

/// A CTA of a launch on a FunctionalDevice; when it has ended, another one may begin.
class CtaInterpreter {
 public:
  /// `issued` counts warp instructions on (it is the time that %clock shows); Error when it reaches `limit`,
  /// if that is not 0. `slot` is its number among those that there are at a time. `observer` and `results`
  /// may be null.
  CtaInterpreter(FunctionalDevice&, const LaunchRequest&, std::uint64_t& issued, std::uint64_t limit,
                 unsigned slot, InstructionObserver* observer, ResultModel* results);

  void begin(Dim3 ctaid);
  /// Runs each warp until it ends or waits, or its turn is over. False when all have ended. Throws Error when
  /// all wait for ever.
  bool run_round();

  // For the search for livelocks.

  std::size_t warps() const { return warps_.size(); }
  /// What becomes of a warp that is watched.
  enum class Outcome { recurs, waits, ended, changed, neither };
  /// Runs warp `w` under `watch`, in which its number is `n`, until something is known of it, or the watch
  /// has seen `most` instructions of it.
  Outcome watch(unsigned w, std::size_t n, LivelockWatch& watch, std::uint64_t most);
  /// Lanes of warp `w` that are alive and do not execute.
  LaneMask stands_apart(unsigned w) const { return warps_[w].stack.alive() & ~warps_[w].stack.active(); }
  ApiError livelock(unsigned w, const Poll& poll, std::uint64_t warps, std::uint64_t at_barrier,
                    std::uint64_t ctas_left) const;

 private:
  struct Warp {
    ptx::WarpContext context;
    ptx::PredicateFile predicates{};
    ptx::SimtStack stack;
    std::vector<WarpRegister> registers;
    std::vector<std::byte> local;  ///< Kernel::local_bytes for each lane
    bool waiting = false;          ///< at the barrier that its pc names
    LaneMask absent = 0;           ///< of a waiting warp: lanes that are elsewhere and never come
    std::uint32_t barrier = 0;     ///< of a waiting warp: its number
  };

  void run_warp(Warp&);
  void count(const Warp&);
  void step(Warp&);
  Outcome watched_step(Warp&, std::size_t n, LivelockWatch& watch);
  std::vector<std::byte> content(Warp&, const ptx::Instruction&, LaneMask lanes, const ptx::LaneAddresses&);
  void arrive(Warp&, const ptx::Instruction&, LaneMask lanes);
  void gather(Warp&, const ptx::Instruction&, LaneMask lanes);
  bool gathered(Warp&, const ptx::Instruction&, LaneMask lanes, LaneMask members);
  void release(CtaBarriers::WarpSet);
  [[noreturn]] void fail_deadlock() const;
  void compute(Warp&, const ptx::Instruction&, LaneMask lanes);
  void access(Warp&, const ptx::Instruction&, LaneMask lanes);
  bool access_together(Warp&, const ptx::Instruction&, LaneMask lanes);
  void access_lane(Warp&, const ptx::Instruction&, unsigned lane, std::uint64_t address);
  void copy(Warp&, const ptx::Instruction&, LaneMask lanes);
  void sample(Warp&, const ptx::Instruction&, unsigned lane);
  std::byte* locate(Warp&, const ptx::Instruction&, unsigned lane, std::uint64_t address,
                    std::uint32_t bytes);
  void bind(Warp&, const ptx::Instruction&);

  FunctionalDevice& device_;
  const LaunchRequest& launch_;
  const ptx::Kernel& kernel_;
  std::uint64_t& issued_;
  const std::uint64_t limit_;
  const unsigned slot_;
  InstructionObserver* const observer_;
  ResultModel* const results_;
  std::vector<Warp> warps_;
  CtaBarriers barriers_;
  std::vector<std::byte> shared_;
  ptx::Operands operands_;  ///< bound to the registers of the warp that executes
  std::array<WarpRegister, ptx::max_destinations> copied_{};  ///< words of an asynchronous copy
};

}  // namespace heddle
