// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Says how far a technique may change the results of an instruction, where that changes at run time. One
/// holder: the technique that brings the ValueModel. It is asked once for each instruction of the program,
/// when that enters its operand collector, ahead of the LaneSelector. The answer stays with the instruction
/// (InFlight::setting), and tandem execution shows it to the ValueModel.
class ValueSetting {
 public:
  virtual std::uint8_t setting(const InFlight& f) = 0;

 protected:
  ~ValueSetting() = default;
};

}  // namespace heddle
