// SPDX-License-Identifier: Apache-2.0
// One level of divergence (Wong2016, section 3.1.3 and Fig. 3).
#include "models/warp_approximation/functional/warp.hpp"

namespace heddle::approximate {

void Warp::follow(LaneMask active, LaneMask alive) {
  exit(alive);
  if (split() && !within(active, lanes_[0]) && !within(active, lanes_[1])) join();
  if (!split() && active != lanes_[0]) begin_split(active);
  path_ = within(active, lanes_[0]) ? 0 : 1;
  if (active != lanes_[path_]) second_split();
}

/// The exit of some lanes is a split whose other path never runs: only a scalar that lies in one of them is
/// copied, to the lane that now represents the path. A path without lanes ends the split, and nothing needs
/// to be expanded.
void Warp::exit(LaneMask alive) {
  for (unsigned p = 0; p < 2; ++p) {
    const bool some = !within(lanes_[p], alive);
    lanes_[p] &= alive;
    if (!some || lanes_[p] == 0) continue;
    for (unsigned r = 0; r < registers_.size(); ++r) {
      Similarity& s = registers_[r].path[p];
      if (!s.stored || parameters_.scalar_file || within(mask_of(s.holder), alive)) continue;
      move(r, s.holder, mask_of(representative(p)), Move::Cause::exit);
      s.holder = static_cast<std::uint8_t>(representative(p));
    }
  }
  if (lanes_[0] == 0 && split()) {
    lanes_ = {lanes_[1], 0};
    for (RegisterState& r : registers_) r.path[0] = r.path[1];
  }
}

/// Each path gets a copy of a scalar, in the lane that represents it.
void Warp::begin_split(LaneMask active) {
  if (parameters_.scalar_file)
    for (unsigned r = 0; r < registers_.size(); ++r) expand(r, 0, Move::Cause::split);
  lanes_ = {active, lanes_[0] & ~active};
  const LaneMask copies = mask_of(representative(0)) | mask_of(representative(1));
  for (unsigned r = 0; r < registers_.size(); ++r) {
    RegisterState& state = registers_[r];
    state.written = false;
    if (state.path[0].stored) move(r, state.path[0].holder, copies, Move::Cause::split);
    state.path[1] = state.path[0];
    for (unsigned p = 0; p < 2; ++p) state.path[p].holder = static_cast<std::uint8_t>(representative(p));
  }
}

void Warp::second_split() {
  for (unsigned r = 0; r < registers_.size(); ++r)
    for (unsigned p = 0; p < 2; ++p) expand(r, p, Move::Cause::second_split);
}

void Warp::join() {
  for (unsigned r = 0; r < registers_.size(); ++r) {
    if (parameters_.keep_unwritten && !registers_[r].written) continue;
    for (unsigned p = 0; p < 2; ++p) expand(r, p, Move::Cause::join);
  }
  lanes_ = {lanes_[0] | lanes_[1], 0};
}

/// The value of lane `from` goes to lanes `to`, where the program reads it from now on.
void Warp::move(unsigned reg, unsigned from, LaneMask to, Move::Cause cause) {
  RegisterState& r = registers_[reg];
  WarpRegister value;
  value.lane.fill(r.bank[from]);
  r.write(value, to);
  moves_.push_back({static_cast<std::uint8_t>(reg), static_cast<std::uint8_t>(from), to, cause});
}

/// All lanes of the path get the value, if a scalar stands for it, and nothing is known of it any more.
void Warp::expand(unsigned reg, unsigned path, Move::Cause cause) {
  Similarity& s = registers_[reg].path[path];
  if (s.stored) move(reg, s.holder, lanes_[path], cause);
  s = {};
}

}  // namespace heddle::approximate
