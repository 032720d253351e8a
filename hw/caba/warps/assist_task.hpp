// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/base/warp_register.hpp"

namespace heddle {

struct AssistStatistics;

/// What wants events of lines: lines and parts of lines that come compressed, loads that take their bytes out
/// of lines (DirectLoads), and, of low priority, stores.
enum class EventOf : std::uint8_t { line, part, load, store };
inline constexpr unsigned events_of_high = 3;

/// Work for an assist warp. It belongs to who asks for it, and stays where it is until it is `over`.
struct AssistTask {
  /// waiting: no assist warp has it; asked: the controller has not answered its event; running; over.
  enum class State : std::uint8_t { waiting, asked, running, over };

  unsigned event = 0;
  bool low = false;             ///< what the event triggers is of low priority
  unsigned warp = 0;            ///< its parent: the warp that caused it, or with low priority another one
  std::span<std::byte> line{};  ///< what ld.line and st.line reach: a memory line, or a record of the event
  bool any_parent = false;      ///< its warp may have ended: any other one will do
  bool bound = false;           ///< to that warp, which does not end before it is over
  LaneMask lanes = all_lanes;   ///< of the parent, in which live values are moved out
  bool drops_faults = false;    ///< see ExecutionContext
  AssistStatistics* statistics = nullptr;  ///< that count it, besides those of its priority; null: none
  State state = State::over;
  bool killed = false;  ///< it ends without its outcome
};

}  // namespace heddle
