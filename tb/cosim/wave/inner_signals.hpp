// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/cosim/wave/wave_shape.hpp"

namespace heddle {

/// The signals inside of a Verilated model, in the last clock edges.
class InnerSignals {
 public:
  /// Edges that are held: more than the pins of a wave, which end earlier.
  static constexpr std::size_t depth = 128;
  /// A memory of more bytes is left out.
  static constexpr std::size_t most_bytes = 4096;

  struct Signal {
    std::string scope;  ///< "bank_arbiter.u_grants"
    WaveShape shape;
    const std::byte* data;
    std::size_t bytes, offset;  ///< in a row
  };

  /// Those of the module and of `levels` levels of instances below it; of `xml` as RtlTypes. Their memory
  /// must live as long as this.
  InnerSignals(const std::vector<RtlSignal>& signals, unsigned levels, const std::string& xml);

  /// Keeps the present values as those that edge number `edge` samples.
  void record(std::uint64_t edge) {
    std::byte* row = rows_.data() + edge % depth * stride_;
    for (const Signal& s : signals_) std::copy_n(s.data, s.bytes, row + s.offset);
    edges_[edge % depth] = edge;
  }

  const std::vector<Signal>& signals() const { return signals_; }
  /// Its value at that edge; null when it is not held.
  const std::byte* value(std::uint64_t edge, const Signal& signal) const {
    return edges_[edge % depth] == edge ? rows_.data() + edge % depth * stride_ + signal.offset : nullptr;
  }

 private:
  std::vector<Signal> signals_;
  std::size_t stride_ = 0;
  std::vector<std::byte> rows_;
  std::vector<std::uint64_t> edges_ = std::vector(depth, ~std::uint64_t{0});
};

}  // namespace heddle
