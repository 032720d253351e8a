// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/warp_spilling.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr WarpSet lowest(WarpSet set) { return set & (~set + 1); }
constexpr WarpSet bit(unsigned w) { return WarpSet{1} << w; }

}  // namespace

WarpSpilling::Command WarpSpilling::step(const State& state, bool done, RegisterSet registers) {
  if (busy_) {
    if (!done) return {};
    busy_ = false;
    if (fill_)
      held_ &= ~bit(warp_);
    else
      saved_[warp_] = registers;
    return {};
  }
  quiet_ = !state.quiet ? 0 : quiet_ < quiet_edges ? static_cast<std::uint8_t>(quiet_ + 1) : quiet_;
  if (quiet_ < quiet_edges) return {};
  const WarpSet back = held_ & ~state.waiting;
  const WarpSet starved = state.starved & ~held_;
  const WarpSet out = state.resident & ~held_ & ~lowest(starved);
  if (starved == 0 && back != 0 && state.room) {
    fill_ = true;
    warp_ = static_cast<std::uint8_t>(std::countr_zero(back));
  } else if ((starved != 0 || back != 0) && out != 0) {
    fill_ = false;
    warp_ = static_cast<std::uint8_t>(63 - std::countl_zero(out));
    held_ |= bit(warp_);
  } else {
    return {};
  }
  busy_ = true;
  quiet_ = 0;
  return {true, fill_, warp_, fill_ ? saved_[warp_] : 0};
}

}  // namespace heddle
