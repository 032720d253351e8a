// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/cosim/rtl/rtl_source.hpp"

namespace heddle::estimate {

/// Instances of a module of a block's RTL that is a memory, which all have the same parameters.
struct TableInstances {
  std::string module{};
  RtlParameters parameters{};  ///< of the module
  unsigned count = 0;          ///< how many the block has
  unsigned rows = 0, width = 0;
};

/// Finds the instances of these modules in the RTL with its parameters, as yosys elaborates it. Throws Error
/// for a module of which there is none, or which is not one memory.
std::vector<TableInstances> table_instances(const RtlSource& source, const std::vector<std::string>& modules);

}  // namespace heddle::estimate
