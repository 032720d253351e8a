#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "tb/cosim/pin_layout.hpp"

namespace heddle {

/// Memory for one value of each of some channels, aligned as their types want it.
class AlignedRow {
 public:
  explicit AlignedRow(const std::vector<const PinLayout*>& layouts) {
    for (const PinLayout* layout : layouts) {
      offsets_.push_back(chunks_.size());
      chunks_.resize(chunks_.size() + (layout->bytes() + sizeof(Chunk) - 1) / sizeof(Chunk));
    }
  }
  std::byte* operator[](std::size_t i) { return chunks_[offsets_[i]].bytes; }
  const std::byte* operator[](std::size_t i) const { return chunks_[offsets_[i]].bytes; }
  void clear() { std::memset(static_cast<void*>(chunks_.data()), 0, chunks_.size() * sizeof(Chunk)); }

 private:
  struct alignas(64) Chunk {
    std::byte bytes[64] = {};
  };
  std::vector<std::size_t> offsets_;
  std::vector<Chunk> chunks_;
};

/// The inputs of the first cycles of a run outside reset, to be replayed where only speed matters.
class Trace {
 public:
  /// Small enough for the second-level cache, so that a replay measures what is replayed into.
  static constexpr std::size_t max_cycles = 1024;

  bool full() const { return rows_.size() == max_cycles; }
  void add(const AlignedRow& row, bool vector) {
    rows_.push_back(row);
    vectors_ += vector;
  }
  std::size_t cycles() const { return rows_.size(); }
  std::uint64_t vectors() const { return vectors_; }
  const AlignedRow& operator[](std::size_t cycle) const { return rows_[cycle]; }

 private:
  std::vector<AlignedRow> rows_;
  std::uint64_t vectors_ = 0;
};

}  // namespace heddle
