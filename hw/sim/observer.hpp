// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include "hw/sim/channel.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// Watches a wire and changes nothing: `see(payload)` once for each cycle in which a beat is on it.
/// Statistics and energy come from these, so that they are the same whatever drives the pins.
template <class P>
class BeatObserver : public Clocked {
 public:
  BeatObserver(ClockDomain& domain, Wire<Beat<P>>& wire, std::function<void(const P&)> see)
      : wire_(wire), see_(std::move(see)) {
    domain.attach(*this);
    wire.add_reader(*this);
  }
  Cycle tick(Cycle now) override {
    const Beat<P>& beat = wire_.read();
    if (!beat.valid) return never;
    see_(beat.payload);
    return now + 1;
  }

 private:
  Wire<Beat<P>>& wire_;
  std::function<void(const P&)> see_;
};

/// The same for pins that mean something in every cycle: `see` runs in each cycle whose payload is not all
/// zero.
template <class P>
class LevelObserver : public Clocked {
 public:
  LevelObserver(ClockDomain& domain, Wire<Level<P>>& wire, std::function<void(const P&)> see)
      : wire_(wire), see_(std::move(see)) {
    domain.attach(*this);
    wire.add_reader(*this);
  }
  Cycle tick(Cycle now) override {
    const Level<P>& level = wire_.read();
    if (level == Level<P>{}) return never;
    see_(level.payload);
    return now + 1;
  }

 private:
  Wire<Level<P>>& wire_;
  std::function<void(const P&)> see_;
};

}  // namespace heddle
