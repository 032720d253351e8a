// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "hw/sm/launch/occupancy.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// Lines that a technique adds to `heddle kernel`. A file registers them.
struct KernelSection {
  using Text = std::function<std::string(const ptx::Kernel&, const Occupancy&)>;
  std::string name;
  /// Declares its options. Returns the text for a kernel, which is empty when no option asks for it.
  std::function<Text(CLI::App&)> declare;

  static constexpr const char* kind() { return "section of heddle kernel"; }
};

}  // namespace heddle
