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
  /// Is every read of the byte by another warp ordered before whatever the agent does?
  bool all_before(std::uint64_t address, const MemoryAgent& by) const;

 private:
  static constexpr std::size_t page_bytes = 4096;
  /// `several`: warps of one CTA, with the time of the latest; `ctas`: warps of several CTAs.
  enum class Kind : std::uint8_t { none, one, several, ctas };
  struct State {
    std::uint32_t warp = 0, cta = 0, time = 0;
    Kind kind = Kind::none;
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
