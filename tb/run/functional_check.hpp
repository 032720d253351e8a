// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw/sm/types/sm_config.hpp"
#include "models/host/functional_device.hpp"

namespace heddle {

/// A device that runs programs without time and checks them.
class CheckingDevice {
 public:
  virtual ~CheckingDevice() = default;
  virtual Device& device() = 0;
  /// Name and text of its line in the report.
  virtual std::string label() const = 0;
  virtual std::string report() const = 0;
};

/// A check that a technique adds to `heddle run --functional`, asked for by the option --NAME. A file
/// registers it.
struct FunctionalCheck {
  std::string name;
  std::string help;  ///< of the option
  /// Makes a checking device around another one, for kernels on an SM of this kind.
  std::function<std::unique_ptr<CheckingDevice>(FunctionalDevice&, const SmConfig&)> make;

  static constexpr const char* kind() { return "check without time"; }
};

}  // namespace heddle
