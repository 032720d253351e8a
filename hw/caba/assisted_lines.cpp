#include "hw/caba/assisted_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hw/caba/line_subroutines.hpp"
#include "models/base/error.hpp"

namespace heddle {

const AssistedLines::Work& AssistedLines::work_of(const LineJob& job) const {
  return *std::find_if(all_.begin(), all_.end(), [&](const Work& w) { return w.job == &job; });
}

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
  Work& work = idle_work();
  work.job = &job;
  const auto& bytes = job.stored.bits;
  std::memcpy(work.slot.bytes.data(), bytes.data(), bytes.size());
  work.slot.set_word(LineSlot::compressed_at, 1);
  work.slot.set_word(LineSlot::length_at, job.stored.length);
  work.task = {.event = LineSubroutines::event_of_load(bytes[0]), .warp = job.warp, .line = work.slot.bytes};
  warps_.submit(work.task);
  return true;
}

bool AssistedLines::done(LineJob& job) {
  if (job.end_fs != 0) return true;
  Work& work = work_of(job);
  if (work.task.state == AssistTask::State::over) finish(work);
  return job.end_fs != 0;
}

void AssistedLines::leave_uncompressed(LineJob& job) {
  job.stored = {};
  std::copy(job.line.begin(), job.line.end(), job.stored.bits.begin());
  job.end_fs = 1;
}

/// What the subroutine has left in the line's slot is the outcome.
void AssistedLines::finish(Work& work) {
  LineJob& job = *work.job;
  work.job = nullptr;
  job.end_fs = 1;
  const std::uint32_t compressed = work.slot.word(LineSlot::compressed_at),
                      length = work.slot.word(LineSlot::length_at);
  if (compressed != 0 || length == 0 || length > line_bytes)
    throw Error(
        {.place = "caba",
         .what = "a subroutine leaves a line that is not whole: a stored line is corrupt",
         .value = fmt::format("line {:#x}, {} bytes, compressed {}", job.address, length, compressed)});
  std::memcpy(job.line.data(), work.slot.bytes.data(), job.line.size());
}

}  // namespace heddle
