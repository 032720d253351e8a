#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/tandem/memory_agent.hpp"

namespace heddle {

/// Who has read each byte of a memory in the present launch: tells whether a write comes behind all of them.
/// Reads come in the executor's order (see ShadowMemory).
class ReaderMemory {
 public:
  /// The next launch, or the next CTA of a shared memory: nobody has read.
  void clear() { ++generation_; }
  void read(std::uint64_t address, std::size_t bytes, const MemoryAgent& by);
  /// Is every read of the byte by another warp ordered before whatever the agent does? Of several warps that
  /// have read at different times, behind barriers of some warps, the earliest time counts.
  bool all_before(std::uint64_t address, const MemoryAgent& by) const;

 private:
  static constexpr std::size_t page_bytes = 4096;
  /// Warps of a CTA that have read since a read that came behind all others; or of several CTAs.
  struct State {
    std::uint64_t warps = 0;  ///< of the CTA, a bit each
    std::uint32_t cta = 0;
    std::uint32_t earliest = 0, latest = 0;  ///< times of their reads
    bool ctas = false;
  };
  /// Words are enough until a part of one is read.
  struct Page {
    std::uint32_t generation = 0;
    unsigned shift = 2;  ///< log2 of the bytes of a state
    std::vector<State> state{};
  };

  Page& page(std::uint64_t number);
  static void split_words(Page&);
  static void note(State&, const MemoryAgent& by);
  static bool came_before(const State&, const MemoryAgent& by);

  std::unordered_map<std::uint64_t, Page> pages_;
  std::uint32_t generation_ = 1;
  std::uint64_t last_number_ = ~std::uint64_t{0};
  Page* last_ = nullptr;  ///< most reads go where the one before went
};

}  // namespace heddle
