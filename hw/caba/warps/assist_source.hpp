// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/hooks/instruction_source.hpp"

namespace heddle {

class AssistWarps;

/// Offers a warp scheduler the instructions of assist warps of one priority: high ones before those of the
/// program, low ones where the issue slot is still free.
class AssistSource final : public InstructionSource {
 public:
  AssistSource(AssistWarps& warps, bool low, unsigned scheduler)
      : warps_(warps), low_(low), scheduler_(scheduler) {}

  Turn turn() const override { return low_ ? Turn::behind : Turn::ahead; }
  const OfferedInstruction* offer() override;
  void taken(const InFlight& f) override;
  void executed(const OfferedInstruction& o) override;
  void finished(const InFlight& f) override;

 private:
  AssistWarps& warps_;
  const bool low_;
  const unsigned scheduler_;
  unsigned next_ = 0;  ///< entry whose turn it is
  OfferedInstruction offered_{};
};

}  // namespace heddle
