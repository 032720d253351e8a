// SPDX-License-Identifier: Apache-2.0
// The assist warps that compress complete lines of pending stores.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/caba/lines/pending_stores.hpp"
#include "models/base/error.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {

void PendingStores::compress(Line& line, unsigned warp) {
  const auto idle = std::find_if(compressions_.begin(), compressions_.end(), [](const Compression& c) {
    return !c.taken && c.task.state == AssistTask::State::over;
  });
  Compression& c = idle != compressions_.end() ? *idle : compressions_.emplace_back();
  slots_use_.holds(compressions_.size());
  slots_use_.access(2);  // it is filled, and read when the assist warp has ended
  line.compression = &c;
  c.taken = true;
  std::memcpy(c.slot.bytes.data(), line.bytes.data(), line.bytes.size());
  c.slot.set_word(LineSlot::compressed_at, 0);
  c.slot.set_word(LineSlot::length_at, line_bytes);
  c.slot.set_word(LineSlot::last_at, last_);
  c.task = {.event = config_.event_of_store(line.bytes),
            .low = true,
            .warp = warp,
            .line = c.slot.bytes,
            .any_parent = true};
  c.submitted = false;
  submit(c);
}

/// Where there is no room for its event, in a later cycle.
void PendingStores::submit(Compression& c) {
  if (!warps_.claim_room(EventOf::store)) return;
  c.submitted = true;
  warps_.submit(c.task);
}

/// What it has made of the line, or would make, is of bytes that are not the line's any more, or of a line
/// that has left.
void PendingStores::forget_compression(Line& line) {
  line.decided = false;
  line.compressed.reset();
  line.reason = nullptr;
  Compression* const c = std::exchange(line.compression, nullptr);
  if (c == nullptr) return;
  warps_.kill(c->task);
  c->taken = false;
}

void PendingStores::see_compressions() {
  for (Line& line : lines_) {
    if (line.compression == nullptr) continue;
    if (!line.compression->submitted) submit(*line.compression);
    if (ended(*line.compression)) finish(line);
  }
}

/// What the subroutine has left in the line's slot is the outcome.
void PendingStores::finish(Line& line) {
  Compression& c = *std::exchange(line.compression, nullptr);
  c.taken = false;
  line.decided = true;
  if (c.task.killed) {
    line.reason = &displaced_;
    return;
  }
  const std::uint32_t compressed = c.slot.word(LineSlot::compressed_at),
                      length = c.slot.word(LineSlot::length_at);
  if (compressed > 1 || length == 0 || length > line_bytes)
    throw Error({.place = "caba",
                 .what = "a subroutine leaves no line that can be stored",
                 .value = fmt::format("{} bytes, compressed {}", length, compressed)});
  StoredLine stored{.length = static_cast<std::uint8_t>(length),
                    .encoding = static_cast<std::uint8_t>(compressed)};
  std::memcpy(stored.bits.data(), c.slot.bytes.data(), length);
  line.compressed = in_bursts(stored, line.bytes, config_.granularity);
  if (compressed != 0) last_ = stored.bits[0];
}

}  // namespace heddle
