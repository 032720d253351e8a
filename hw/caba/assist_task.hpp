#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle {

/// Work for an assist warp. It belongs to who asks for it, and stays where it is until it is `over`.
struct AssistTask {
  /// waiting: no assist warp has it; asked: the controller has not answered its event; running; over.
  enum class State : std::uint8_t { waiting, asked, running, over };

  unsigned event = 0;
  bool low = false;             ///< what the event triggers is of low priority
  unsigned warp = 0;            ///< its parent: the warp that caused it, or with low priority another one
  std::span<std::byte> line{};  ///< the memory line that it works on
  State state = State::over;
  bool killed = false;  ///< it ends without its outcome
};

}  // namespace heddle
