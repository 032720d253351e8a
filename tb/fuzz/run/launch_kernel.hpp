// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/host/context.hpp"
#include "tb/fuzz/tree/buffers.hpp"

namespace heddle::fuzz {

/// Puts the kernel's buffers on the device, launches it once, and returns the buffers that it may write.
/// `ptx`: ptx_of the kernel; `registers`: that a thread has there. Throws Error for whatever the front end or
/// the device rejects.
Buffers launch_on(Device& device, const KernelTree& kernel, const std::string& ptx,
                  std::uint32_t registers = ptx::most_registers);

}  // namespace heddle::fuzz
