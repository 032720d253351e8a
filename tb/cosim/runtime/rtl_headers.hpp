// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rtl_model.cpp includes, whatever the RTL. The build precompiles it (`precompile_headers`), because
// reading these headers takes longer than compiling a small module.

#include <stdexcept>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/runtime/memory_files.hpp"
#include "verilated.h"
#include "verilated_dpi.h"
