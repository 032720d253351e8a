// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/tandem/memory_agent.hpp"
#include "models/tandem/page_map.hpp"

namespace heddle {

/// Which warps have read each byte of a memory in the present launch, and whether a write is ordered after
/// all their reads. Reads come in the executor's order (see ShadowMemory).
class ReaderMemory {
 public:
  /// The next launch, or the next CTA of a shared memory: nobody has read.
  void clear() { ++generation_; }
  void read(std::uint64_t address, std::size_t bytes, const MemoryAgent& by);
  /// Is every read of the byte by another warp ordered before the agent's next access? Where barriers of some
  /// warps lie between the reads of several, the earliest read stands for all of them.
  bool all_before(std::uint64_t address, const MemoryAgent& by) const;

 private:
  /// The reads of a byte or word since the last one that was ordered after all earlier ones.
  struct State {
    std::uint64_t warps = 0;  ///< of the CTA that have read, a bit each
    std::uint32_t cta = 0;
    std::uint32_t earliest = 0, latest = 0;  ///< times of these reads
    bool several_ctas = false;               ///< have read; the rest means nothing then
  };
  /// Keeps a state for each word until a part of a word is read, and then one for each byte.
  struct Page {
    std::uint32_t generation = 0;
    unsigned shift = 2;  ///< log2 of the bytes of a state
    std::vector<State> state{};
  };

  Page& page(std::uint64_t number);
  static void split_words(Page&);
  static void note(State&, const MemoryAgent& by);
  static bool came_before(const State&, const MemoryAgent& by);

  PageMap<Page> pages_;
  std::uint32_t generation_ = 1;
};

}  // namespace heddle
