// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "models/base/value.hpp"
#include "tb/run/run.hpp"

namespace heddle::pairs {

enum class Verdict {
  right,
  refused,      ///< there is no such machine, or the kernel does not go with it
  no_progress,  ///< a launch came to no end, or the run took more time of the processor than it may
  wrong,        ///< the workload's result, or a value in tandem execution
  crashed,      ///< a signal ended the process
  failed        ///< any other error
};
constexpr auto names_of(Verdict) {
  using enum Verdict;
  return std::array{Named{right, "right"},       Named{refused, "refused"}, Named{no_progress, "no progress"},
                    Named{wrong, "wrong value"}, Named{crashed, "crash"},   Named{failed, "other error"}};
}

struct PairRun {
  Verdict verdict = Verdict::right;
  std::string text{};    ///< what is wrong
  bool machine = false;  ///< a refusal of the machine, whatever is to run there
};

/// Runs in a process of its own, which may take so much time of the processor, and judges what came of it.
PairRun run_pair(const RunRequest& request, unsigned cpu_seconds);

}  // namespace heddle::pairs
