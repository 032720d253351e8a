// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tb/cosim/pins/pin_changes.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {

/// Counts the cycles in which the pins of one block of a platform move, and keeps what they show in the
/// first of them, with the cycles that follow a movement until the block is at rest. It changes nothing.
class PinRecording final : public sc_core::sc_module, public Clocked {
 public:
  /// Keeps `most` cycles.
  PinRecording(sc_core::sc_module_name name, Block& block, std::size_t most);
  Cycle tick(Cycle now) override;

  /// Cycles behind reset in which a pin moved.
  std::uint64_t moving() const { return moving_; }
  /// From the end of the reset on: what the pins of the RTL show at the edges.
  const RecordedPins& pins() const { return pins_; }

 protected:
  void end_of_elaboration() override { changes_.attach(*this); }

 private:
  void keep();

  PinChanges changes_;
  const std::size_t most_;
  RecordedPins pins_;
  std::vector<std::uint32_t> words_;  // of one pin
  std::uint64_t moving_ = 0;
};

}  // namespace heddle::estimate
