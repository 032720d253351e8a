// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

/// The gates and flip-flops into which yosys turns RTL before it takes cells, as a library: what they
/// compute, without figures. With it a Netlist can be read ahead of the mapping.
const Liberty& generic_gates();

}  // namespace heddle::estimate
