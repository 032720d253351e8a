// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/base/random.hpp"

namespace heddle {

/// When a stimulus offers requests: bursts and gaps, each drawn as a duration. `settle` idle cycles before
/// and after a single request isolate it.
class Pacer {
 public:
  explicit Pacer(unsigned settle) : settle_(settle) {}

  /// One cycle; true when something is to be offered in it.
  bool offer(Random& random) {
    while (left_ == 0) turn(random);
    --left_;
    return busy_;
  }

  /// Nothing is to be offered in the next cycle, if something was in this one.
  bool ends() const { return left_ == 0; }

 private:
  void turn(Random& random) {
    busy_ = !busy_;
    if (busy_) {
      // Now and then longer than a counter of eight bits.
      left_ = lone_ ? 1 : 1 + random.below(random.one_in(4) ? 8 : random.one_in(24) ? 800 : 200);
    } else {
      // Long gaps come in pairs, before and after a lone offer. Now and then one is longer than a counter of
      // eight bits, too.
      const bool was_lone = lone_;
      lone_ = !was_lone && random.one_in(6);
      const bool longest = random.one_in(48);
      left_ = (lone_ || was_lone ? settle_ : 0) + 1 + random.below(longest ? 300 : 4);
    }
  }

  unsigned settle_;
  unsigned left_ = 0;
  bool busy_ = false, lone_ = false;
};

}  // namespace heddle
