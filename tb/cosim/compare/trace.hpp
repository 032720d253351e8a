// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tb/cosim/pins/pin_layout.hpp"

namespace heddle {

/// The inputs of the first cycles of a run outside reset, to be replayed where only speed matters.
class Trace {
 public:
  /// Small enough for the second-level cache, so that a replay measures what is replayed into.
  static constexpr std::size_t max_cycles = 1024;

  explicit Trace(std::vector<const PinLayout*> layouts) : layouts_(std::move(layouts)) {
    for (const PinLayout* layout : layouts_) {
      offsets_.push_back(row_);
      row_ += (layout->bytes() + sizeof(Chunk) - 1) / sizeof(Chunk);
    }
  }

  bool full() const { return cycles_ == max_cycles; }
  void add(const std::vector<std::byte*>& inputs, bool vector) {
    chunks_.resize(chunks_.size() + row_);
    for (std::size_t i = 0; i < layouts_.size(); ++i)
      layouts_[i]->copy(chunks_[cycles_ * row_ + offsets_[i]].bytes, inputs[i]);
    ++cycles_;
    vectors_ += vector;
  }

  std::size_t cycles() const { return cycles_; }
  std::uint64_t vectors() const { return vectors_; }
  const PinLayout& layout(std::size_t input) const { return *layouts_[input]; }
  const std::byte* value(std::size_t cycle, std::size_t input) const {
    return chunks_[cycle * row_ + offsets_[input]].bytes;
  }

 private:
  struct alignas(64) Chunk {
    std::byte bytes[64] = {};
  };
  std::vector<const PinLayout*> layouts_;
  std::vector<std::size_t> offsets_;  // in chunks, within a row
  std::size_t row_ = 0, cycles_ = 0;
  std::vector<Chunk> chunks_;
  std::uint64_t vectors_ = 0;
};

}  // namespace heddle
