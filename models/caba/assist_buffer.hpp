// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/caba/assist_control.hpp"

namespace heddle {

/// The instructions of assist warps that wait for issue (Vijaykumar2015, section 4.3: Assist Warp Buffer):
/// those of high priority in the parents' partitions of the instruction buffer, a FIFO for each entry of the
/// assist warp table; those of low priority in a partition of a few slots, which all of these share.
class AssistBufferState {
 public:
  /// `depth`: instructions that a FIFO holds. Throws Error for a number that is out of range.
  AssistBufferState(unsigned entries, unsigned depth, unsigned low_slots);

  struct Staged {
    unsigned entry = 0;
    bool low = false;
    std::uint64_t word = 0;
  };
  /// What comes in a cycle.
  struct Step {
    std::optional<Staged> insert{};
    /// Bit e: the first instruction of entry e is issued; of low priority, its lowest slot. Bits of entries
    /// that have none, or that there are not, are ignored.
    AssistEntries issued = 0;
    std::optional<unsigned> flush{};  ///< all instructions of this entry
  };
  /// A cycle. What is issued leaves; then a flush takes all instructions of its entry, and those that come
  /// for it in this cycle and the next are dropped, as they were fetched before it; then what comes is put
  /// behind the others of its FIFO, or of the slots. What finds no room is dropped: its sender counts.
  void step(const Step& s);

  /// The first instruction of entry e of high priority; null: none.
  const std::uint64_t* first(unsigned e) const { return high_[e].empty() ? nullptr : &high_[e].front(); }
  struct Low {
    unsigned entry;
    std::uint64_t word;
  };
  /// The slots, the oldest instruction first.
  const std::vector<Low>& low() const { return low_; }
  /// Must a step without inputs come, because it changes something?
  bool settling() const { return flushed_.has_value(); }
  void reset();

 private:
  const unsigned entries_, depth_, low_slots_;
  std::array<std::deque<std::uint64_t>, most_assist_warps> high_;
  std::vector<Low> low_;
  std::optional<unsigned> flushed_;  ///< in the cycle before
};

}  // namespace heddle
