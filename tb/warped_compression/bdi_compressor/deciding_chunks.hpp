// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/cosim/coverage/coverage.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// Whether each lane (or pair of lanes) was seen to decide an encoding alone: with each difference at which
/// another encoding becomes necessary, while all other differences are smaller.
template <class Chunk>
class DecidingChunks {
 public:
  using Signed = std::make_signed_t<Chunk>;
  static constexpr unsigned chunks = sizeof(WarpRegister) / sizeof(Chunk);

  /// One family of points for each of `deltas`.
  template <class Deltas>
  DecidingChunks(Coverage& coverage, const std::string& chunk, const Deltas& deltas) {
    for (const auto delta : deltas) {
      deltas_.push_back(delta);
      points_.push_back(coverage.points(chunk + " {} alone decides by " + std::to_string(delta), 1,
                                        chunks - 1, chance_of_values()));
    }
  }

  void see(const WarpRegister& lanes) {
    const auto all = std::bit_cast<std::array<Chunk, chunks>>(lanes);
    // Distance from the middle of the range: -129 and 128 are equally far, and so are -128 and 127.
    Chunk farthest = 0;
    unsigned where = 0, as_far = 0;
    for (unsigned i = 1; i < chunks; ++i) {
      const auto delta = static_cast<Signed>(all[i] - all[0]);
      const auto size = static_cast<Chunk>(delta ^ delta >> (8 * sizeof(Chunk) - 1));
      as_far = size > farthest ? 1 : as_far + (size == farthest);
      where = size > farthest ? i : where;
      farthest = size > farthest ? size : farthest;
    }
    if (as_far != 1) return;
    const auto delta = static_cast<Signed>(all[where] - all[0]);
    for (std::size_t d = 0; d < deltas_.size(); ++d)
      if (delta == deltas_[d]) ++*points_[d][where - 1];
  }

 private:
  std::vector<Signed> deltas_;
  std::vector<std::vector<std::uint64_t*>> points_;
};

}  // namespace heddle
