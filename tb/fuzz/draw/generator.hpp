// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/forms/forms.hpp"

namespace heddle::fuzz {

/// How large random kernels may become.
struct GeneratorLimits {
  std::uint32_t threads = 2048;  ///< of a launch, when it is to fill SMs
  std::uint32_t threads_per_cta = 1024;
  std::uint32_t statements = 90;           ///< written down, most of the time fewer
  std::uint32_t warp_statements = 60'000;  ///< executed, over all warps: bounds the time of a run
  std::uint32_t depth = 3;                 ///< of branches and loops inside each other
  std::uint32_t trips = 7;                 ///< of a loop; a power of two less one
  std::uint32_t shared_bytes = 32'768;     ///< of a CTA: what the smallest of the GPUs has
  std::uint32_t slots = 6;                 ///< of a thread in the output
  std::uint32_t input_bytes = 16'384;      ///< of the largest input
  bool collectives = true;                 ///< barriers with values, votes, shuffles and their like
  bool copies = true;                      ///< asynchronous ones to shared memory
  bool (*draws)(const Form&) = nullptr;    ///< forms that may be drawn; null: all
};

/// Kernel `number` of the seed: a valid kernel that ends, in which threads see each other's writes only
/// across barriers, and whose result does not depend on any order. The same for the same arguments.
KernelTree generate(std::uint64_t seed, std::uint64_t number, const GeneratorLimits& limits = {});

}  // namespace heddle::fuzz
