// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/lines/assisted_lines.hpp"

#include <algorithm>
#include <utility>

#include "hw/caba/subroutines/line_subroutines.hpp"

namespace heddle {

AssistedLines::Work& AssistedLines::idle_work() {
  const auto idle = std::find_if(all_.begin(), all_.end(), [](const Work& w) {
    return w.job == nullptr && w.task.state == AssistTask::State::over;
  });
  return idle != all_.end() ? *idle : all_.emplace_back();
}

bool AssistedLines::start(LineJob& job) {
  job.end_fs = 0;
  if (job.encodes) {
    leave_uncompressed(job);
    return true;
  }
  std::erase(refused_, &job);
  if (!warps_.claim_room(EventOf::line)) {
    refused_.push_back(&job);
    return false;
  }
  Work& work = idle_work();
  work.job = &job;
  job.work = &work;
  work.slot = compressed_slot(job.stored.bits);
  work.task = {
      .event = LineSubroutines::event_of_load(job.stored.bits[0]), .warp = job.warp, .line = work.slot.bytes};
  warps_.submit(work.task);
  return true;
}

bool AssistedLines::done(LineJob& job) {
  if (job.end_fs != 0) return true;
  Work& work = work_of(job);
  if (work.task.state == AssistTask::State::over) finish(work);
  return job.end_fs != 0;
}

void AssistedLines::waits(WaitGraph& graph) const {
  for (const LineJob* job : refused_) graph.wait_for(graph.line(job->address), AssistWarps::queue);
  for (const Work& w : all_)
    if (w.job != nullptr && w.task.state != AssistTask::State::over)
      graph.wait(graph.line(w.job->address), "the assist warp that restores it", {graph.of(&w.task)});
}

void AssistedLines::leave_uncompressed(LineJob& job) {
  job.stored = {};
  std::copy(job.line.begin(), job.line.end(), job.stored.bits.begin());
  job.end_fs = 1;
}

void AssistedLines::finish(Work& work) const {
  LineJob& job = *std::exchange(work.job, nullptr);
  job.end_fs = 1;
  job.line = restored_line(work.slot);
  if (gives_back_ != nullptr && job.version != 0) gives_back_->give_back(job.address, job.line, job.version);
}

}  // namespace heddle
