// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/estimate/liberty.hpp"

namespace heddle::verify {

/// The cells of a library as modules of Verilog, made from the functions that the liberty states: gates and
/// edge-triggered flip-flops with asynchronous clear and preset. Cells without a function are left out.
std::string cell_models(const estimate::Liberty& liberty);

}  // namespace heddle::verify
