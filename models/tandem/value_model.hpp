#pragma once

#include "models/base/warp_register.hpp"
#include "models/ptx/program.hpp"

namespace heddle {

/// The functional model of a technique that changes values on purpose: what the register file holds for a
/// result. Where the technique changes a result it sets RegisterWrite::changed, and tandem execution expects
/// this model's value; everywhere else it expects the exact result.
class ValueModel {
 public:
  virtual ~ValueModel() = default;
  /// `value` is destination k of the instruction, exact: what it computed in `lanes`, and in the warp's other
  /// lanes what the register held. Changes lanes of it as the technique does.
  virtual void change(const ptx::Instruction& instruction, unsigned k, LaneMask lanes,
                      WarpRegister& value) const = 0;
};

}  // namespace heddle
