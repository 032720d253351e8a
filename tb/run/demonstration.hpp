// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "models/base/parameter.hpp"

namespace heddle {

/// The run that shows what Heddle does.
struct Demonstration {
  std::string workload = "pathfinder";
  std::vector<std::string> with{};

  static constexpr auto parameters() {
    using D = Demonstration;
    return std::tuple{parameter(&D::workload, "workload", "configs/demo.yaml", "what is run"),
                      parameter(&D::with, "with", "configs/demo.yaml",
                                "techniques of the run; heddle bench measures with the first")};
  }
  /// Throws Error for no technique.
  void validate() const;
};

/// The demonstration of configs/demo.yaml. Throws Error for whatever is wrong with the file.
Demonstration demonstration();

}  // namespace heddle
