// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/lower/tree.hpp"

namespace heddle::lower {

/// What Verilator makes of a source with its parameters. Throws Error with Verilator's message.
Node elaborate(const RtlSource& source);

}  // namespace heddle::lower
