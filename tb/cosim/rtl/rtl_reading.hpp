// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"

namespace heddle {

/// A construct of RTL and where it stands: file:line:column.
struct RtlPlace {
  std::string construct, place;
};

/// What Verilator reads in RTL, elaborated, before anything of it is executed.
struct RtlReading {
  std::vector<std::string> parameters;  ///< of the top module that can be set
  std::vector<RtlPlace> delays;
  std::vector<RtlLoop> loops;
  /// What reaches outside of the simulation when it is executed: programs ($system), files ($fopen and
  /// reading from a file, which may be standard input; $writememh), C and C++ (import and export "DPI-C", $c,
  /// `systemc_header and the like). Reading by $readmemh, printing and $finish do not count.
  std::vector<RtlPlace> outside;
  /// The elaborated modules, as Verilator writes them (XML).
  std::string xml;
};

/// Reads the source; the same one only once in a process. Throws Error with Verilator's first message when it
/// cannot be read.
const RtlReading& read_rtl(const RtlSource& source);

/// May the source reach outside (UserRtl::allowed)?
bool allows_outside(const RtlSource& source);

/// Throws Error when RTL of the user's reaches outside and that is not allowed (UserRtl::allowed).
void require_inside(const RtlSource& source);

/// What a user must know of a run with the RTL: that delays are ignored, what reaches outside.
std::vector<std::string> notes_of(const RtlSource& source);

/// The same of RTL with its own parameters, whatever set of the block it will be.
std::vector<std::string> notes_of(const std::string& block, const UserRtl& rtl);

}  // namespace heddle
