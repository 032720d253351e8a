// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/register_write.hpp"

namespace heddle {

/// A feed-forward stage between execution and write-back. Several stages are a chain in the order in which
/// they were attached; a result passes beside those that do not take it. Results `in_place` pass beside all.
/// What is started in a cycle is not done before the next one: that is the register at the end of the
/// execution unit, which the baseline has, too.
class ResultStage {
 public:
  virtual ~ResultStage() = default;
  /// Does the stage take this result?
  virtual bool takes(const RegisterWrite& w) const = 0;
  /// Moves one finished result to `out`; false when there is none (any more) in this cycle.
  virtual bool done(RegisterWrite& out) = 0;
  /// Takes a result; false when no unit of the stage is free in this cycle.
  virtual bool start(const RegisterWrite&) = 0;
};

}  // namespace heddle
