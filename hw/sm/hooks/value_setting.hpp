#pragma once

#include "hw/sm/issue/in_flight.hpp"

namespace heddle {

/// How far a technique may change the results of an instruction, where that moves at run time. One holder,
/// who has the ValueModel, too. It is asked once for each instruction of the program, when that enters its
/// operand collector, ahead of the LaneSelector. The answer stays with the instruction (InFlight::setting),
/// and tandem execution shows it to the ValueModel.
class ValueSetting {
 public:
  virtual std::uint8_t setting(const InFlight& f) = 0;

 protected:
  ~ValueSetting() = default;
};

}  // namespace heddle
