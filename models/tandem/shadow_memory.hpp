// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

#include "models/tandem/memory_agent.hpp"
#include "models/tandem/page_map.hpp"
#include "models/tandem/reader_memory.hpp"

namespace heddle {

/// The value of a checked load, compared with what memory can hold.
enum class LoadVerdict : std::uint8_t {
  exact,      ///< only one value is right, and it is this
  possible,   ///< the order of warps decides, and this value was written there
  different,  ///< only one value is right, and it is another
  foreign     ///< the order of warps decides, and this value was never written there
};

/// A memory that remembers, for each byte that the present launch has written, the writer and the values that
/// were there, and who has read it. Writes come in the executor's order: program order within a warp, and
/// after a barrier the earlier writes of all warps that arrived there.
///
/// A read has exactly one right value where nobody has written in this launch, or where the last writer is
/// the reading warp itself or another one of its CTA before a barrier of both, and every write came behind
/// the one before in that sense. Warps of a CTA that write the same value between the same barriers agree.
class ShadowMemory {
 public:
  /// The next launch: all values stay, and count as unwritten.
  void begin_launch() {
    ++generation_;
    readers_.clear();
  }
  /// All bytes are zero and unwritten: the shared memory of the next CTA.
  void clear();

  /// Values that are certain: from the host, or found in memory after a launch.
  void set(std::uint64_t address, std::span<const std::byte> bytes);
  /// `in_order`: the write counts as ordered after all earlier ones of this launch, as those of atomics are.
  void write(std::uint64_t address, std::span<const std::byte> bytes, const MemoryAgent& by,
             bool in_order = false);
  LoadVerdict check(std::uint64_t address, std::span<const std::byte> got, const MemoryAgent& by) const;
  /// Did all writes of these bytes in this launch come before the agent's present access? They need not be
  /// ordered among themselves.
  bool written_before(std::uint64_t address, std::size_t bytes, const MemoryAgent& by) const;
  /// The agent loads these bytes.
  void note_read(std::uint64_t address, std::size_t bytes, const MemoryAgent& by) {
    readers_.read(address, bytes, by);
  }
  /// Would a write of these bytes change one that another warp has read in this launch, with nothing that
  /// orders the two? Then the order of warps decides what that warp reads.
  bool overtakes(std::uint64_t address, std::span<const std::byte> bytes, const MemoryAgent& by) const;
  /// The bytes as the executor left them; true when each is the only right one for this reader.
  bool read(std::uint64_t address, std::span<std::byte> out, const MemoryAgent& by) const;

  /// Calls f(address, values, exact) for each page with bytes that this launch has written: `exact(k)` says
  /// whether byte k has one right value after the launch, `possible(k, v)` whether v was written there.
  static constexpr std::size_t page_bytes = tandem_page_bytes;
  template <class F>
  void for_each_written(F&& f) const {
    for (const auto& [number, page] : pages_)
      if (known(page)) f(number * page_bytes, View{*this, page, number});
  }

  struct Page;
  /// A page after the launch.
  struct View {
    const ShadowMemory& memory;
    const Page& page;
    std::uint64_t number;
    bool written(std::size_t k) const;
    bool exact(std::size_t k) const;
    std::byte value(std::size_t k) const;
    bool possible(std::size_t k, std::byte v) const;
  };

 private:
  /// Of a byte in this launch. `agreed`: several warps of a CTA wrote one value between the same barriers;
  /// `raced`: several values; `mixed`: warps of several CTAs.
  enum class Kind : std::uint8_t { none, ordered, agreed, raced, mixed };
  struct State {
    std::uint32_t warp = 0;
    std::uint32_t time : 29 = 0;  ///< of several warps: the latest
    std::uint32_t kind : 3 = 0;
    Kind what() const { return static_cast<Kind>(kind); }
  };
  struct Written {
    std::array<std::byte, page_bytes> base;  ///< what the launch found
    std::array<State, page_bytes> state;
    std::array<std::uint32_t, page_bytes> cta;
  };

 public:
  struct Page {
    std::array<std::byte, page_bytes> value{};
    std::unique_ptr<Written> written{};
    std::uint32_t generation = 0;  ///< of `written`
  };

 private:
  using Values = std::bitset<256>;

  bool known(const Page& p) const { return p.written != nullptr && p.generation == generation_; }
  static bool came_before(const State& s, const MemoryAgent& by);
  static bool exact(const Written& w, std::size_t k, const MemoryAgent& by);
  bool possible(const Page& p, std::uint64_t address, std::byte value) const;
  static void note(Written& w, std::size_t k, bool same_value, const MemoryAgent& by, bool in_order);

  PageMap<Page> pages_;
  ReaderMemory readers_;
  std::unordered_map<std::uint64_t, Values> others_;  ///< overwritten in this launch, besides the base
  std::uint32_t others_generation_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace heddle
