// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "hw/caba/lines/refused_parts.hpp"
#include "hw/caba/warps/assist_warps.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "models/caba/line_slot.hpp"

namespace heddle {

/// The edge of an SM whose lines assist warps decompress (Vijaykumar2015, section 5.2.1): a compressed line
/// that comes waits for its subroutine, of high priority. Lines that are stored come compressed, if they are
/// to be (PendingStores); the others stay as they are.
class AssistedLines final : public LineExecutor {
 public:
  /// `gives_back`: to whom restored lines are given, too; null: to nobody.
  AssistedLines(AssistWarps& warps, RefusedParts* gives_back) : warps_(warps), gives_back_(gives_back) {}

  bool start(LineJob& job) override;
  bool done(LineJob& job) override;
  /// The SM is awake while the task is not over.
  Cycle done_at(const LineJob& job) const override {
    return job.end_fs != 0 || work_of(job).task.state == AssistTask::State::over ? 0 : never;
  }
  Cycle start_at(bool) const override { return 0; }
  void waits(WaitGraph& graph) const override;

 private:
  /// A line in the SM, and the task of its assist warp.
  struct Work {
    LineJob* job = nullptr;  ///< null: nobody waits for it any more
    AssistTask task;
    LineSlot slot;
  };
  static Work& work_of(const LineJob& job) { return *static_cast<Work*>(job.work); }
  Work& idle_work();
  static void leave_uncompressed(LineJob& job);
  void finish(Work& work) const;

  AssistWarps& warps_;
  RefusedParts* const gives_back_;
  std::deque<Work> all_;
  std::vector<const LineJob*> refused_;  ///< that have found no room for their event
};

}  // namespace heddle
