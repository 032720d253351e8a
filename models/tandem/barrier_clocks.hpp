// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/host/cta_barriers.hpp"

namespace heddle {

/// The order that the barriers of a CTA establish, as vector clocks: what warp a did before the time that
/// warp b has `seen` of a, happened before what b does now. Time grows with every arrival and opening.
class BarrierClocks {
 public:
  using Time = std::uint32_t;
  using WarpSet = CtaBarriers::WarpSet;

  explicit BarrierClocks(unsigned warps = 0);

  Time now() const { return now_; }
  /// When a barrier of the whole CTA opened last.
  Time last_whole() const { return last_whole_; }
  /// The time of the warp's present accesses.
  Time time(unsigned warp) const { return time_[warp]; }
  /// By warp of the CTA.
  std::span<const Time> seen(unsigned warp) const { return seen_[warp]; }
  /// The warp has seen everything that any warp of the CTA did before this time.
  Time seen_of_all(unsigned warp) const;

  /// The warp has come to a barrier, and goes on at once unless it waits.
  void arrive(unsigned warp, const BarrierArrival& arrival);
  /// The warp synchronizes by something else than a barrier: returns its clock, with what it did until now.
  std::vector<Time> release(unsigned warp);
  /// What was released happened before what the warp does from now on.
  void acquire(unsigned warp, const std::vector<Time>& released) { join(seen_[warp], released); }
  /// Element by element the later time; `into` may be empty.
  static void join(std::vector<Time>& into, const std::vector<Time>& other);
  /// The warp has ended: barriers of the whole CTA count it.
  void leave(unsigned warp) { ended_ |= WarpSet{1} << warp; }
  /// Warps that waited go on. `whole`: at a barrier of the whole CTA.
  void open(WarpSet released, bool whole);

 private:
  struct Barrier {
    std::vector<Time> seen{};  ///< by those who have arrived
    unsigned arrivals = 0, expected = 0;
  };
  std::vector<Time> time_;
  std::vector<std::vector<Time>> seen_;
  std::vector<std::uint8_t> at_;  ///< the barrier to which a warp came last
  std::array<Barrier, CtaBarriers::count> barriers_{};
  Time now_ = 0, last_whole_ = 0;
  WarpSet ended_ = 0;
};

}  // namespace heddle
