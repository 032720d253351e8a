// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/register_virtualization/release_points.hpp"

namespace heddle {

/// A renumbering of a kernel's registers: those that are not renamed come first.
struct RegisterOrder {
  std::uint32_t exempt = 0;          ///< registers [0, exempt) have fixed physical registers
  std::uint32_t registers = 0;       ///< a thread, after the renumbering
  std::vector<std::uint8_t> number;  ///< the new number of each register
};

/// Exempts the registers that gain least until at most `renamed` are left, keeping pairs and rows of four
/// that instructions use together whole and aligned (so it may exempt more). Where that would leave numbers
/// unused beyond the kernel's own count, more are exempted. Nothing is renumbered when all fit.
RegisterOrder order_registers(const ptx::Kernel& kernel, const ReleasePoints& points, std::uint32_t renamed);

/// The kernel with its registers renumbered.
ptx::Kernel renumbered(const ptx::Kernel& kernel, const RegisterOrder& order);

}  // namespace heddle
