// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/caba/assist_store.hpp"

namespace heddle {

inline constexpr unsigned most_assist_warps = 64;  ///< entries of an assist warp table
inline constexpr unsigned assist_entry_bits = 6;
/// Some entries, a bit each.
using AssistEntries = std::uint64_t;
constexpr AssistEntries assist_entry(unsigned e) { return AssistEntries{1} << e; }
inline constexpr unsigned assist_events = 32;  ///< rows of the trigger table
inline constexpr unsigned assist_event_bits = 5;
inline constexpr unsigned assist_windows = 8;  ///< register windows of a warp for its assist warps
inline constexpr unsigned assist_window_bits = 3;
inline constexpr unsigned most_parents = 64;  ///< warp slots of an SM
inline constexpr unsigned parent_bits = 6;
inline constexpr unsigned most_staged = 4;  ///< instructions of an assist warp that are staged at a time
inline constexpr unsigned throttle_bits = 16;

/// Throws Error, naming `key`, unless least <= value <= most.
void require_assist(const char* key, unsigned value, unsigned least, unsigned most);

/// What an event triggers (Vijaykumar2015, section 4.3).
struct AssistTrigger {
  bool enabled = false;
  unsigned subroutine = 0;  ///< SR.ID
  unsigned last = 0;        ///< Inst.ID of its last instruction
  bool low = false;         ///< of low priority; otherwise its parent waits for it
  unsigned window = 0;      ///< registers that it uses; at most one assist warp of a parent has each window
  std::uint32_t lanes = 0;  ///< that execute it
};

struct AssistControlShape {
  unsigned entries = 8;            ///< of the assist warp table, 1 to 64
  unsigned depth = 2;              ///< instructions staged for an assist warp of high priority, 1 to 4
  unsigned low_slots = 2;          ///< instructions staged for all of low priority, 1 to 4
  unsigned throttle_window = 256;  ///< cycles, 1 to 65535
  unsigned least_idle = 0;         ///< of these, with an idle issue slot, so that low priority goes on
  unsigned most_busy = 65535;      ///< of these, with busy functional units, so that low priority goes on
};

/// The assist warps of an SM (Vijaykumar2015, sections 4.3 and 4.4: Assist Warp Controller): which events
/// trigger which subroutine, which assist warps live, and which instruction of which of them is fetched next.
class AssistControlState {
 public:
  /// Throws Error for a number that is out of range.
  explicit AssistControlState(const AssistControlShape& shape);

  struct Load {
    unsigned event = 0;
    AssistTrigger trigger{};
  };
  struct Event {
    unsigned event = 0, parent = 0;
  };
  struct Redirect {
    unsigned entry = 0, instruction = 0;
  };
  /// What comes in a cycle.
  struct Step {
    std::optional<Load> load{};          ///< replaces a row of the trigger table
    std::optional<Event> event{};        ///< has happened
    AssistEntries issued = 0;            ///< bit e: an instruction of entry e has left the buffer
    std::optional<Redirect> redirect{};  ///< the assist warp goes on elsewhere; what is staged for it is not
    std::optional<unsigned> release{};   ///< the assist warp has ended, or is killed
    bool idle = false;                   ///< an issue slot of the SM was left idle
    bool busy = false;                   ///< functional units could take no more
  };
  /// The answer to an event.
  struct Answer {
    bool enabled = false;   ///< the event triggers a subroutine
    bool accepted = false;  ///< and there is an assist warp for it now; otherwise it may be told again
    unsigned entry = 0;     ///< all of these are 0 where it is not accepted
    unsigned subroutine = 0;
    bool low = false;
    std::uint32_t lanes = 0;
  };
  /// An instruction to be fetched.
  struct Fetch {
    unsigned entry = 0, subroutine = 0, instruction = 0;
    bool low = false;
  };
  struct Outcome {
    std::optional<Answer> answer{};
    std::optional<Fetch> fetch{};
  };

  /// A cycle. All decisions are made by the state before it:
  /// - An event takes the lowest free entry, if its row is enabled, there is one, and no assist warp of the
  ///   same parent has the same window.
  /// - The next assist warp in turn is fetched from, behind the one that was last, of those that have an
  ///   instruction left and room in the buffer: of high priority while fewer than `depth` of its own are
  ///   staged, of low priority while fewer than `low_slots` of all of them are and they are not throttled.
  ///   Not one that is redirected or released in this cycle.
  /// Then what comes takes effect. `issued` of an entry without a staged instruction, and a redirect or
  /// release of one that does not live, are ignored; a release goes before a redirect.
  Outcome step(const Step& s);

  AssistEntries live() const { return live_; }   ///< bit e: entry e
  std::uint64_t blocked() const;                 ///< bit w: parent w has an assist warp of high priority
  bool throttled() const { return throttled_; }  ///< low priority
  /// Must a step without inputs come, because it changes something?
  bool active() const;
  void reset();

 private:
  struct Entry {
    unsigned subroutine = 0, next = 0, last = 0, window = 0, parent = 0, staged = 0;
    bool low = false;
    bool more = false;  ///< `next` is not behind `last`
  };
  bool lives(unsigned e) const { return (live_ >> e & 1) != 0; }
  unsigned low_staged() const;
  bool any_low() const;
  std::optional<unsigned> next_in_turn(const Step& s) const;
  Answer answer(const Event& event) const;
  void watch(const Step& s);

  const AssistControlShape shape_;
  std::array<AssistTrigger, assist_events> triggers_{};
  std::array<Entry, most_assist_warps> entries_{};
  AssistEntries live_ = 0;
  unsigned turn_ = 0;  ///< the entry that was fetched from last
  bool throttled_ = false;
  unsigned cycles_ = 0, idle_ = 0, busy_ = 0;  ///< of the present window
};

}  // namespace heddle
