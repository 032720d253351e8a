#pragma once

#include "hw/sim/clock_domain.hpp"
#include "hw/sm/in_flight.hpp"
#include "models/host/device.hpp"

namespace heddle {

/// Told what happens in an SM, and changes nothing. `sm` is its index, `now` the core cycle.
class SmObserver {
 public:
  virtual ~SmObserver() = default;
  virtual void cta_begins(unsigned sm, unsigned slot, const Dim3& id, Cycle now) = 0;
  virtual void cta_ends(unsigned sm, unsigned slot, Cycle now) = 0;
  virtual void warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) = 0;
  virtual void warp_ends(unsigned sm, unsigned warp, Cycle now) = 0;
  /// Pipeline `number` of `kind` ("SP", "SFU", "DP") takes an instruction, and no other for `cycles`.
  virtual void dispatched(unsigned sm, const char* kind, unsigned number, const InFlight& f, Cycle now,
                          Cycle cycles) = 0;
  /// The load/store unit has got an instruction, and has done all of it that keeps the next one waiting.
  /// Instructions leave in the order in which they came.
  virtual void memory_queued(unsigned sm, const InFlight& f, Cycle now) = 0;
  virtual void memory_left(unsigned sm, const InFlight& f, Cycle now) = 0;
  /// Where registers are virtual: architected register r of a warp gets one, or has none any more.
  virtual void register_lives(unsigned sm, unsigned warp, unsigned r, Cycle now) = 0;
  virtual void register_dies(unsigned sm, unsigned warp, unsigned r, Cycle now) = 0;
};

}  // namespace heddle
