// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/sim/clock_domain.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What became of an issue slot (one scheduler, one cycle), as Vijaykumar2015 Fig. 2 divides them.
enum class SlotUse : std::uint8_t { active, memory_stall, compute_stall, data_dependence, idle };

/// Counts the issue slots of an SM: the five kinds add up to schedulers x cycles of all launches. Of several
/// reasons in one slot the first in this order counts:
///   active           an instruction was issued (injected MOVs take no slot)
///   memory_stall     a warp is ready, but the collectors of the load/store path have no room for it
///   compute_stall    a warp is ready, but the collectors of the SP, SFU or DP pipelines have no room
///   data_dependence  a warp has an instruction, and the scoreboard holds it back
///   idle             no warp, or all of them wait for a barrier, a fence or their instructions
/// That structural stalls come before data dependences and these before idleness is GPGPU-Sim's order
/// (scheduler_unit::cycle), which has one counter for both structural stalls. Memory comes first of these
/// because it is the path that backs up: a compute pipeline frees its collectors by itself. Warps that the
/// scheduling policy leaves out at present are not looked at.
class IssueSlots {
 public:
  IssueSlots(unsigned schedulers, StatGroup& stats)
      : use_(schedulers, SlotUse::idle),
        counters_{&stats.counter("active", "issue slots", "an instruction was issued"),
                  &stats.counter("memory_stall", "issue slots",
                                 "a warp was ready, and the load/store path had no room"),
                  &stats.counter("compute_stall", "issue slots",
                                 "a warp was ready, and the SP, SFU and DP pipelines had no room"),
                  &stats.counter("data_dependence", "issue slots",
                                 "warps waited for results of their earlier instructions"),
                  &stats.counter("idle", "issue slots",
                                 "no warp, or all waited for a barrier, a fence or their instructions")} {}

  /// How this scheduler's slots are used from this cycle on.
  void set(std::size_t scheduler, SlotUse use) { use_[scheduler] = use; }
  void credit(Cycle elapsed) {
    for (const SlotUse use : use_) *counters_[static_cast<std::size_t>(use)] += elapsed;
  }

 private:
  std::vector<SlotUse> use_;
  std::array<Counter*, 5> counters_;
};

}  // namespace heddle
