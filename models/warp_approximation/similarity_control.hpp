// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/warp_approximation/similarity.hpp"

// How d follows the rate of new similar instructions (Wong2016, section 6.1).

namespace heddle {

/// Keeps the rate of new similar instructions at a target by moving d (Wong2016 section 6.1). An instruction
/// is new and similar when the comparison sets its output's SimilarBit though not all of its inputs had
/// theirs.
///
/// Windows of `window` edges follow each other, the first from the edge behind a launch or a reset on. At the
/// last edge of one, what it has counted decides: with less than target - hysteresis d grows by a step, since
/// a larger d finds more; with more than target + hysteresis it shrinks by one; it stays within its bounds.
/// Windows are counted without control, too.
class SimilarityControl {
 public:
  struct Rule {
    unsigned window = 0;  ///< edges
    unsigned step = 0;
    unsigned hysteresis = 0;  ///< new similar instructions
  };
  struct Launch {
    unsigned target = 0;  ///< new similar instructions a window
    unsigned least = 0, most = 0, initial = 0;
    bool enabled = false;
  };

  explicit SimilarityControl(const Rule& rule) : rule_(rule) {}

  /// No launch: d is 0 and not controlled.
  void reset() { *this = SimilarityControl(rule_); }
  /// The edge of cycle `now`, which is of no window: d is the initial one, brought within its bounds. Of
  /// bounds that cross each other `most` holds.
  void launch(std::uint64_t now, const Launch&);
  /// Any other edge, at which `found` new similar instructions show. Edges at which there are none may be
  /// left out up to `next`.
  void step(std::uint64_t now, unsigned found);

  unsigned d() const { return d_; }
  unsigned counted() const { return counted_; }  ///< in the last window; 0 when there was none
  /// The last edge of the window: the next step is due then.
  std::uint64_t next() const { return ends_; }

 private:
  unsigned bounded(unsigned d) const;

  Rule rule_;
  Launch launch_;
  std::uint64_t ends_ = 0;  ///< 0: the first edge is still to come
  unsigned d_ = 0, count_ = 0, counted_ = 0;
};

}  // namespace heddle
