// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/similarity_control.hpp"

#include <algorithm>

namespace heddle {

unsigned SimilarityControl::bounded(unsigned d) const {
  return std::min(std::max(d, launch_.least), launch_.most);
}

void SimilarityControl::launch(std::uint64_t now, const Launch& launch) {
  launch_ = launch;
  d_ = bounded(launch.initial);
  count_ = counted_ = 0;
  ends_ = now + rule_.window;
}

void SimilarityControl::step(std::uint64_t now, unsigned found) {
  if (ends_ == 0) ends_ = now + rule_.window - 1;
  count_ += found;
  if (now < ends_) return;
  ends_ = now + rule_.window;
  counted_ = count_;
  count_ = 0;
  if (!launch_.enabled) return;
  if (counted_ + rule_.hysteresis < launch_.target)
    d_ = bounded(d_ + rule_.step);
  else if (counted_ > launch_.target + rule_.hysteresis)
    d_ = bounded(d_ - std::min(d_, rule_.step));
}

}  // namespace heddle
