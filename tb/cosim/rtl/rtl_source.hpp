// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/rtl/user_rtl.hpp"

// The RTL of a block: which files, which parameters.

namespace heddle {

/// One module to be Verilated.
struct RtlSource {
  std::string block;                             ///< name of the module
  std::filesystem::path file;                    ///< that holds it
  std::vector<std::filesystem::path> folders{};  ///< searched for modules and included files, in this order
  RtlParameters parameters{};
  std::vector<std::filesystem::path> files{};              ///< others that the user names, in this order
  std::vector<std::string> defines{};                      ///< NAME or NAME=VALUE
  std::vector<std::string> allowed{};                      ///< as UserRtl::allowed
  std::uint64_t loop_limit = UserRtl::default_loop_limit;  ///< as UserRtl::loop_limit
  bool users = false;                                      ///< not Heddle's own
  bool netlist = false;                                    ///< it is made of a library's cells
  bool signals = false;  ///< all its signals can be read (RtlModel::signals)
};

/// Does a file of the lists declare the module? VHDL is not looked into.
bool declares_module(const ExpandedRtl& rtl, std::string_view module);

/// The RTL of `block` with `parameters`: Heddle's own when `rtl` is empty, else the user's, which may
/// instantiate modules that lie beside it and Heddle's of the same technique. RTL of the user's that does not
/// declare a parameter is accepted when the block's default is asked for. VHDL becomes Verilog (vhdl.hpp).
/// Throws Error for an unknown block, a file that cannot be read, a parameter that the RTL does not have, and
/// for RTL that reaches outside of the simulation (rtl_reading.hpp) unless that is allowed.
RtlSource rtl_source(std::string_view block, const UserRtl& rtl, const RtlParameters& parameters);

/// Those of `parameters` that RTL of the user's neither declares nor has as the block's default: "Latency=4".
/// With any, `rtl_source` throws.
std::vector<std::string> undeclared_parameters(std::string_view block, const UserRtl& rtl,
                                               const RtlParameters& parameters);

/// The named sets of a block that RTL of the user's can be, and those whose parameters it does not declare.
struct FittingSets {
  std::vector<std::string> sets;      ///< "default" at least, which may turn out not to fit
  std::vector<std::string> left_out;  ///< "latency_4 (Latency=4)"

  bool contains(std::string_view set) const;
  /// What is to be said of those left out; empty when there are none.
  std::string note() const;
};
FittingSets fitting_sets(const std::string& block, const UserRtl& rtl,
                         const std::vector<std::string>& overrides = {});

/// The parameters of a block's default set.
RtlParameters default_parameters(std::string_view block);

}  // namespace heddle
