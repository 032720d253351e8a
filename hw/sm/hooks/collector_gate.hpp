#pragma once

#include <cstdint>

#include "hw/sm/issue/in_flight.hpp"

namespace heddle {

/// Keeps instructions in their operand collectors. Any number of holders: one of them is enough to keep one.
class CollectorGate {
 public:
  virtual ~CollectorGate() = default;
  /// An instruction of the program, or one that writes registers as its own, has entered f.collector.
  virtual void entered(const InFlight& f) = 0;
  /// The units whose instruction must stay in this cycle, a bit each.
  virtual std::uint32_t held() const { return 0; }
};

}  // namespace heddle
