// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/similarity_controller/similarity_windows.hpp"

#include <algorithm>

#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {

unsigned SimilarityWindows::draw_target() {
  const auto r = static_cast<unsigned>(random_());
  if (!large_ && !random_.one_in(4))
    return random_.below(random_.one_in(2) ? 12 : 2 * config_.hysteresis + 4);
  switch (random_.below(3)) {
    case 0:  // about a power of two, where a carry goes through all bits
      return std::min(65535u, (1u << (r & 15)) + (r >> 8 & 7)) - std::min(4u, 1u << (r & 15));
    case 1:
      return r & r >> 16 & 0xffff;
    default:
      return random_.below(std::min(65536u, compared_results * config_.window + 2));
  }
}

SimilarityLaunch SimilarityWindows::draw_launch() {
  const auto draw = [this] { return static_cast<std::uint8_t>(random_() & most_similarity); };
  SimilarityLaunch launch{.target = static_cast<std::uint16_t>(draw_target()),
                          .least = {draw()},
                          .most = {draw()},
                          .initial = {draw()},
                          .enabled = !random_.one_in(6)};
  if (random_.one_in(3)) launch.least.value = 0;
  if (random_.one_in(3)) launch.most.value = most_similarity;
  if (launch.least.value > launch.most.value && !random_.one_in(6)) std::swap(launch.least, launch.most);
  switch (random_.below(4)) {
    case 0:
      launch.initial = launch.least;
      break;
    case 1:
      launch.initial = launch.most;
      break;
    case 2:
      launch.initial.value = std::max(std::min(launch.initial.value, launch.most.value), launch.least.value);
      break;
    default:
      break;
  }
  return launch;
}

unsigned SimilarityWindows::draw_count() {
  const unsigned all = compared_results * config_.window, target = launch_.target, h = config_.hysteresis;
  if (!large_ && target > 3 * h + 16) return random_.below(16);
  if (large_ && random_.one_in(4)) return random_.one_in(2) ? all : random_.below(all + 1);
  if (trend_ == Trend::low || random_.one_in(8)) return random_.below(std::min(all, target / 2) + 1);
  if (trend_ == Trend::high) return std::min(all, target + h + 1 + random_.below(8));
  // The target less the hysteresis, the target, the target and the hysteresis, each more or less by one.
  const unsigned around = target + random_.below(3) * h + random_.below(3);
  return std::min(all, around - std::min(around, h + 1));
}

void SimilarityWindows::begin_window() {
  edges_ = config_.window;
  remaining_ = draw_count();
  spread_ = static_cast<Spread>(random_.below(static_cast<unsigned>(Spread::count)));
}

/// Of this edge: no more than are left, and enough that the others can still be found.
unsigned SimilarityWindows::draw_found() {
  const unsigned later = compared_results * (edges_ - 1);
  const unsigned least = remaining_ > later ? remaining_ - later : 0;
  const unsigned most = std::min(compared_results, remaining_);
  if (spread_ == Spread::early) return random_.one_in(8) ? least : most;
  if (spread_ == Spread::late) return least;
  const unsigned share = (remaining_ + random_.below(edges_)) / edges_;
  return std::clamp(share, least, most);
}

void SimilarityWindows::next(Beat<SimilarityLaunch>& launch, NewSimilar& similar) {
  similar = {};
  launch.valid = cycles_ == 0;
  if (launch.valid) {
    // Long windows with much to be found are seldom: there are few windows among as many vectors.
    large_ = random_.one_in(1 + config_.window / 64);
    launch.payload = launch_ = draw_launch();
    trend_ = static_cast<Trend>(random_.below(static_cast<unsigned>(Trend::count)));
    // Whole windows, so that the next launch comes behind the last edge of one, or at it; or anything.
    cycles_ = (1 + random_.below(4)) * config_.window;
    if (random_.one_in(3)) cycles_ -= 1 + random_.below(random_.one_in(2) ? 2 : config_.window - 1);
    edges_ = quiet_ = 0;
    if (random_.one_in(4)) similar.found.value = static_cast<std::uint8_t>(random_() & 0xf);
    return;
  }
  --cycles_;
  if (edges_ == 0) begin_window();
  unsigned found = draw_found();
  --edges_;
  remaining_ -= found;
  // RTL whose pins do not change for long is put to sleep, and this one counts edges.
  quiet_ = found == 0 ? quiet_ + 1 : 0;
  if (quiet_ == quiet_for_good / 2) found = 1, quiet_ = 0;
  // Which of the results, by turn of what that many are.
  const auto lowest = (1u << found) - 1, turn = random_.below(compared_results);
  similar.found.value =
      static_cast<std::uint8_t>((lowest << turn | lowest >> (compared_results - turn)) & 0xf);
}

}  // namespace heddle
