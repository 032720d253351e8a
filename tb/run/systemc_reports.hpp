// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/base/error.hpp"

namespace heddle {

/// Silences SystemC's banner; warnings are printed as Heddle's, and errors of any severity are thrown as
/// sc_report. Call it first in the program.
void route_systemc_reports();

/// A report of SystemC as Heddle's error.
Error error_of(const sc_core::sc_report& report);

}  // namespace heddle
