// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/interpret/probe.hpp"
#include "tb/fuzz/tree/buffers.hpp"

namespace heddle::fuzz {

/// Runs the kernel's tree thread by thread, each with a program counter of its own, on the tree's registers:
/// no warps, no SIMT stack, no register allocation, no addresses. Throws Error when a thread reads a
/// register, a shared slot or local bytes that it has not written, when a barrier is not reached by all
/// threads of a CTA alike, and when more than `most_steps` steps are taken: such a tree is no valid kernel.
/// Each thread does what a probe says when it has executed the probe's statement.
Buffers run_scalar(const KernelTree& kernel, const std::vector<Probe>& probes = {},
                   std::uint64_t most_steps = 400'000'000);

}  // namespace heddle::fuzz
