// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/statistics.hpp"

namespace heddle {

/// Counters of the assist warps of an SM, of one priority.
struct AssistStatistics {
  explicit AssistStatistics(StatGroup& group)
      : begun(group.counter("begun", "assist warps", "triggered")),
        refused(
            group.counter("refused", "events",
                          "for which no entry was free, or whose parent had such an assist warp; retried")),
        ended(group.counter("ended", "assist warps", "that have come to their end")),
        killed(group.counter("killed", "assist warps", "that were not wanted any more")),
        instructions(group.counter("instructions", "warp instructions", "issued for them")),
        cycles(group.counter("cycles", "cycles", "from trigger to end, summed")),
        jumped(group.counter("jumped", "assist warps", "whose parents go on elsewhere")) {}

  Counter &begun, &refused, &ended, &killed, &instructions, &cycles, &jumped;
};

}  // namespace heddle
