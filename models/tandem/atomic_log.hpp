// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/ptx/program/program.hpp"
#include "models/tandem/memory_agent.hpp"

namespace heddle {

/// One read-modify-write of a word, as memory served it.
struct AtomicOperation {
  ptx::AtomicUpdate update = nullptr;
  unsigned width = 0;  ///< bytes
  std::uint64_t b = 0, c = 0, old = 0;
};

/// One on shared memory, with its place in the order of service.
struct SharedAtomic {
  std::uint64_t served = 0;
  unsigned lane = 0;
  std::uint64_t address = 0;
  AtomicOperation operation{};
  bool returns = false;  ///< `old` is known
  std::uint32_t line = 0;
  const MemoryAgent* agent = nullptr;  ///< of its warp; follows the barriers of that warp

  /// Has this thread made it, on exactly this word?
  bool of(std::uint32_t by_warp, unsigned by_lane, std::uint64_t begin, std::size_t bytes) const {
    return agent->warp == by_warp && lane == by_lane && address == begin && operation.width == bytes;
  }
};

/// The atomics of a launch on global memory, word by word: those that memory served, in its order, and those
/// that the executor executed, in any order. Both must be the same.
class AtomicLog {
 public:
  struct Word {
    unsigned width = 0;
    std::uint64_t value = 0;              ///< after the last that was served
    bool plain = false;                   ///< stores write it too: its value between atomics is not known
    std::vector<std::uint64_t> values{};  ///< that it has had
    std::vector<std::uint64_t> unexplained{};              ///< of these, not what the atomic before had left
    std::uint64_t served = 0, executed = 0, returned = 0;  ///< operations
    std::uint64_t served_sum = 0, executed_sum = 0;        ///< of their operands, whatever the order
    std::uint64_t served_olds = 0, returned_olds = 0;
    std::uint32_t line = 0;    ///< of the last instruction that the executor executed
    std::uint64_t thread = 0;  ///< of the launch: that executed the first
    bool several = false;      ///< other threads have executed some, too
    /// Memory has served no other atomics than those of one thread that the executor has executed.
    bool followed() const { return !several && served == executed; }
    void add(std::uint64_t by) {
      if (executed++ == 0) thread = by;
      several = several || by != thread;
    }
  };

  void clear() { words_.clear(); }
  bool empty() const { return words_.empty(); }
  Word& word(std::uint64_t address) { return words_[address]; }
  const std::unordered_map<std::uint64_t, Word>& words() const { return words_; }
  /// The word that holds the byte, or null.
  const Word* find(std::uint64_t address, std::uint64_t& begin) const {
    if (words_.empty()) return nullptr;
    for (const unsigned width : {2u, 4u, 8u}) {
      begin = address / width * width;
      if (const auto it = words_.find(begin); it != words_.end() && it->second.width >= address - begin + 1)
        return &it->second;
    }
    return nullptr;
  }

  /// A number for an operand pair, so that sums tell sets apart.
  static std::uint64_t mark(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c159e3779b9u) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 31) * 0x94d049bb133111ebu;
    return x ^ x >> 29;
  }

 private:
  std::unordered_map<std::uint64_t, Word> words_;
};

}  // namespace heddle
