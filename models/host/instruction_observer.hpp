#pragma once

#include "models/host/device.hpp"

namespace heddle {

/// A warp instruction that a FunctionalDevice is about to execute.
struct ObservedInstruction {
  const ptx::Kernel& kernel;
  std::uint32_t pc = 0;    ///< index into Kernel::code
  std::uint32_t warp = 0;  ///< in its CTA
  LaneMask lanes = 0;      ///< that execute it; none when the guard holds all back
};

/// Observes the instructions that a FunctionalDevice executes. An exception from it ends the launch.
class InstructionObserver {
 public:
  virtual ~InstructionObserver() = default;
  /// A CTA of `warps` warps begins; the one before has ended.
  virtual void begin_cta(unsigned warps) = 0;
  virtual void observe(const ObservedInstruction&) = 0;
};

}  // namespace heddle
