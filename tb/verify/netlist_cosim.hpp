// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "tb/cosim/cosim.hpp"

namespace heddle::verify {

struct NetlistResult {
  std::string library;  ///< name of the liberty
  std::size_t gates = 0, flip_flops = 0;
  CosimResult cosim;
};

/// Co-simulates (once a process) what synthesis makes of a block's RTL with Debian's liberty: the netlist
/// that yosys wrote, its cells as the liberty states their functions, every output at every cycle. Flip-flops
/// power up at zero. Throws Error when yosys or the liberty is missing.
NetlistResult cosimulate_netlist(const std::string& block, const std::string& set, const UserRtl& rtl,
                                 std::uint64_t vectors, std::uint64_t seed);

}  // namespace heddle::verify
