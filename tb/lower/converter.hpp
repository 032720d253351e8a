// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "tb/cosim/rtl/rtl_source.hpp"

namespace heddle::lower {

struct Converted {
  std::string verilog;
  bool with_parameters = false;  ///< have the source's parameters their values in it?
};

/// The RTL as plain Verilog by a program of the user's that reads all of SystemVerilog: yosys with the
/// command read_slang, or sv2v, when one is on the PATH. Throws Error with the program's message.
std::optional<Converted> converted(const RtlSource& source);

}  // namespace heddle::lower
