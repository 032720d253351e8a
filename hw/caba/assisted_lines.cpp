#include "hw/caba/assisted_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "hw/caba/line_subroutines.hpp"
#include "models/base/error.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {

AssistedLines::AssistedLines(const CabaConfig& config, AssistWarps& warps, StatGroup& stats)
    : config_(config),
      warps_(warps),
      crowded_(stats.counter("crowded_stores", "lines", "left uncompressed: too many waited")),
      late_(stats.counter("late_stores", "lines", "left uncompressed: they had waited for too long")),
      fenced_(stats.counter("fenced_stores", "lines", "left uncompressed: a fence waited for them")),
      left_(stats.counter("orphaned_stores", "lines", "left uncompressed: no warp had instructions left")),
      displaced_(stats.counter("displaced_stores", "lines",
                               "left uncompressed: a line that came took their assist warp's registers")) {}

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
  if (job.encodes && stores_ == config_.pending_stores) {
    ++crowded_;
    leave_uncompressed(job);
    return true;
  }
  Work& work = idle_work();
  work.job = &job;
  work.since = warps_.now();
  const auto& bytes = job.encodes ? job.line : job.stored.bits;
  std::memcpy(work.slot.bytes.data(), bytes.data(), bytes.size());
  work.slot.set_word(LineSlot::compressed_at, job.encodes ? 0 : 1);
  work.slot.set_word(LineSlot::length_at, job.encodes ? line_bytes : job.stored.length);
  work.task = {.event = job.encodes ? LineSubroutines::stores : LineSubroutines::event_of_load(bytes[0]),
               .low = job.encodes,
               .warp = job.warp,
               .line = work.slot.bytes};
  stores_ += job.encodes;
  warps_.submit(work.task);
  return true;
}

/// Why a stored line does not wait any longer; null: it does.
Counter* AssistedLines::reason_to_leave(const Work& work) {
  if (work.task.state == AssistTask::State::waiting && warps_.live() == 0) return &left_;
  if (warps_.now() - work.since > config_.patience) return &late_;
  return warps_.fencing() ? &fenced_ : nullptr;
}

bool AssistedLines::done(LineJob& job) {
  if (job.end_fs != 0) return true;
  Work& work = work_of(job);
  if (work.task.state == AssistTask::State::over) {
    if (work.task.killed)
      give_up(work, displaced_);
    else
      finish(work);
  } else if (Counter* reason = job.encodes ? reason_to_leave(work) : nullptr) {
    give_up(work, *reason);
  }
  return job.end_fs != 0;
}

/// A stored line leaves as it is.
void AssistedLines::give_up(Work& work, Counter& reason) {
  ++reason;
  warps_.kill(work.task);
  leave_uncompressed(*std::exchange(work.job, nullptr));
  --stores_;
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
  if (compressed > 1 || length == 0 || length > line_bytes || (!job.encodes && compressed != 0))
    throw Error(
        {.place = "caba",
         .what = job.encodes ? "a subroutine leaves no line that can be stored"
                             : "a subroutine leaves a line that is not whole: a stored line is corrupt",
         .value = fmt::format("line {:#x}, {} bytes, compressed {}", job.address, length, compressed)});
  if (!job.encodes) {
    std::memcpy(job.line.data(), work.slot.bytes.data(), job.line.size());
    return;
  }
  --stores_;
  StoredLine stored{.length = static_cast<std::uint8_t>(length),
                    .encoding = static_cast<std::uint8_t>(compressed)};
  std::memcpy(stored.bits.data(), work.slot.bytes.data(), length);
  job.stored = in_bursts(stored, job.line, config_.granularity);
}

}  // namespace heddle
