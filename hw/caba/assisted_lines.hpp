#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "hw/caba/assist_warps.hpp"
#include "hw/caba/caba.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "models/caba/line_slot.hpp"

namespace heddle {

/// The edge of an SM whose lines assist warps compress and decompress (Vijaykumar2015, section 5.2). A
/// compressed line that comes waits for its subroutine, of high priority; a line that is stored waits for its
/// own, of low priority, which may never be issued. So it leaves uncompressed where too many wait, where it
/// has waited for long, where a fence waits for it, and where no warp is left.
class AssistedLines final : public LineExecutor {
 public:
  AssistedLines(const CabaConfig& config, AssistWarps& warps, StatGroup& stats);

  bool start(LineJob& job) override;
  bool done(LineJob& job) override;
  /// The SM is awake while the task is not over.
  Cycle done_at(const LineJob& job) const override {
    return job.end_fs != 0 || work_of(job).task.state == AssistTask::State::over ? 0 : never;
  }
  Cycle start_at(bool) const override { return 0; }

 private:
  /// A line in the SM, and the task of its assist warp.
  struct Work {
    LineJob* job = nullptr;  ///< null: nobody waits for it any more
    AssistTask task;
    LineSlot slot;
    Cycle since = 0;
  };
  const Work& work_of(const LineJob& job) const;
  Work& work_of(const LineJob& job) { return const_cast<Work&>(std::as_const(*this).work_of(job)); }
  Work& idle_work();
  Counter* reason_to_leave(const Work& work);
  void give_up(Work& work, Counter& reason);
  static void leave_uncompressed(LineJob& job);
  void finish(Work& work);

  const CabaConfig config_;
  AssistWarps& warps_;
  std::deque<Work> all_;
  unsigned stores_ = 0;  ///< that wait for their compression
  Counter &crowded_, &late_, &fenced_, &left_, &displaced_;
};

}  // namespace heddle
