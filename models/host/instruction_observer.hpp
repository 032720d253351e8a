// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/host/device.hpp"

namespace heddle {

/// A warp instruction that a FunctionalDevice is about to execute.
struct ObservedInstruction {
  const ptx::Kernel& kernel;
  std::uint32_t pc = 0;           ///< index into Kernel::code
  std::uint32_t warp = 0;         ///< in its CTA
  LaneMask lanes = 0;             ///< that execute it; none when the guard holds all back
  LaneMask active = 0;            ///< lanes for which it comes, whatever the guard says
  LaneMask alive = 0;             ///< lanes that have not left the kernel
  const ptx::Operands& operands;  ///< bound to the warp's registers; predicates are collected
  /// How far the platform lets a technique change its results; in tandem execution only, else 0.
  std::uint8_t setting = 0;
  unsigned cta = 0;  ///< number of its CTA among those that there are at a time
};

/// Observes the instructions that a FunctionalDevice executes. An exception from it ends the launch.
class InstructionObserver {
 public:
  virtual ~InstructionObserver() = default;
  /// A CTA of `warps` warps begins; the one before with the number `cta` has ended.
  virtual void begin_cta(unsigned cta, unsigned warps) = 0;
  virtual void observe(const ObservedInstruction&) = 0;
};

/// Changes results on purpose, as a technique that approximates does.
class ResultModel : public InstructionObserver {
 public:
  /// The lanes that compute the instruction that was observed last; the others get what a lane of these has.
  virtual LaneMask computing() const = 0;
  /// At least one lane has executed the instruction that was observed last, which is no control instruction.
  /// The program goes on with what this leaves in the destinations.
  virtual void executed(ptx::RegisterRefs<ptx::max_destinations>& destinations) = 0;
};

}  // namespace heddle
