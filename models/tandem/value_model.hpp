// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "models/host/instruction_observer.hpp"

namespace heddle {

/// The functional model of a technique that changes values on purpose. Tandem execution shows it all
/// instructions of a CTA, each warp's in program order, and expects its values in the register file.
class ValueModel {
 public:
  virtual ~ValueModel() = default;
  /// Are all results exact all the same, as they are at a level of 0?
  virtual bool exact() const = 0;
  /// Makes the model of each CTA of a launch of this kernel, which outlives them.
  using CtaModels = std::function<std::unique_ptr<ResultModel>()>;
  virtual CtaModels of_launch(const ptx::Kernel& kernel) const = 0;
};

}  // namespace heddle
