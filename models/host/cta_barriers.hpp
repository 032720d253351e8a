// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ptx/flow/simt_stack.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// The operands with which a warp arrives at a barrier.
struct BarrierArrival {
  unsigned number = 0;
  unsigned warps = 0;              ///< that take part; 0: all of the CTA
  std::uint32_t threads = 0;       ///< of this warp, for a reduction
  std::uint32_t true_threads = 0;  ///< of these, with a predicate that holds
};

/// Reads the operands of a barrier instruction; the number of warps in the CTA decides whether the count
/// means all of them. Throws ApiError for a number beyond the last barrier, threads that are no whole warps,
/// and operands that differ within the warp.
BarrierArrival barrier_arrival(const ptx::Kernel&, const ptx::Instruction&, const ptx::WarpContext&,
                               const ptx::Operands&, LaneMask lanes, unsigned cta_warps);

/// The lanes that a `gather` is to bring together: all that any of `lanes` names, and these.
LaneMask gathered_lanes(const ptx::Instruction&, const ptx::WarpContext&, const ptx::Operands&,
                        LaneMask lanes);

/// The lanes for which a warp with `lanes` at a barrier waits in vain: those that are alive and elsewhere.
/// Lanes whose next instruction is an exit do not count: a GPU's compiler lets them exit where they branch
/// off.
LaneMask lanes_that_never_come(const ptx::Kernel&, const ptx::SimtStack&, LaneMask lanes);

/// The barriers of one CTA. They count whole warps, as hardware does: threads that have ended count as
/// arrived at a barrier of the whole CTA, and a warp with missing lanes counts in full where threads are
/// counted.
class CtaBarriers {
 public:
  static constexpr unsigned count = 16;
  using WarpSet = std::uint64_t;  ///< bit w: warp w of the CTA

  explicit CtaBarriers(unsigned warps = 0) : all_(warps == 64 ? ~WarpSet{0} : (WarpSet{1} << warps) - 1) {}

  /// The warps that may go on now, of those that waited and this one; a warp that does not wait is never
  /// among them. Throws ApiError when others expect another number of warps at this barrier.
  WarpSet arrive(const ptx::Kernel&, const ptx::Instruction&, unsigned warp, const BarrierArrival&);
  /// The warp has ended; returns the warps that may go on now.
  WarpSet leave(unsigned warp);
  /// Result of the last reduction at which the warp waited.
  std::uint32_t result(unsigned warp) const { return results_[warp]; }

 private:
  struct State {
    unsigned expected = 0;  ///< warps; 0: all of the CTA
    unsigned arrivals = 0;
    WarpSet arrived = 0, waiting = 0;
    std::uint32_t threads = 0, true_threads = 0;
  };
  WarpSet open_if_complete(State&);

  WarpSet all_, ended_ = 0;
  std::array<State, count> barriers_{};
  std::array<ptx::Barrier::Reduction, 64> reductions_{};
  std::array<std::uint32_t, 64> results_{};
};

}  // namespace heddle
