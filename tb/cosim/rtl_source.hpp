#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/user_rtl.hpp"

// The RTL of a block: which files, which parameters.

namespace heddle {

/// One module to be Verilated.
struct RtlSource {
  std::string block;                             ///< name of the module
  std::filesystem::path file;                    ///< that holds it
  std::vector<std::filesystem::path> folders{};  ///< searched for modules and included files, in this order
  RtlParameters parameters{};
  std::vector<std::filesystem::path> files{};  ///< others that the user names, in this order
  std::vector<std::string> defines{};          ///< NAME or NAME=VALUE
  std::vector<std::string> allowed{};          ///< Verilator's warnings that are no errors
  bool users = false;                          ///< not Heddle's own
  bool netlist = false;                        ///< it is made of a library's cells
};

/// The RTL of `block` with `parameters`: Heddle's own when `rtl` is empty, else the user's, which may
/// instantiate modules that lie beside it and Heddle's of the same technique. RTL of the user's that does not
/// declare a parameter is accepted when the block's default is asked for. VHDL becomes Verilog (vhdl.hpp).
/// Throws Error for an unknown block, a file that cannot be read, and a parameter that the RTL does not have.
RtlSource rtl_source(std::string_view block, const UserRtl& rtl, const RtlParameters& parameters);

/// Those of `parameters` that RTL of the user's neither declares nor has as the block's default: "Latency=4".
/// With any, `rtl_source` throws.
std::vector<std::string> undeclared_parameters(std::string_view block, const UserRtl& rtl,
                                               const RtlParameters& parameters);

/// The parameters of a block's default set.
RtlParameters default_parameters(std::string_view block);

}  // namespace heddle
