// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/ptx/program/program.hpp"

namespace heddle {

/// A word of a kernel's code as it lies in memory: an instruction, or metadata.
struct CodeWord {
  bool metadata = false;
  std::uint32_t instruction = 0;  ///< in Kernel::code
  std::uint64_t bits = 0;         ///< of metadata; the highest is set
};

/// A technique's plan for the kernel of a launch. A technique derives its own plan from this, and gets it
/// back in SmTechnique::begin. Techniques plan one after the other, each the kernel that the one before has
/// left; the last one that changes the code may put metadata into it.
struct KernelPlan {
  const ptx::Kernel* kernel = nullptr;  ///< what runs; null: the kernel as it is. The plan owns it
  std::vector<CodeWord> words{};        ///< all the code with metadata; empty: there is none
  std::vector<std::uint32_t>
      first_words;    ///< with metadata, by instruction: where a jump to it begins to fetch
  unsigned ctas = 0;  ///< CTAs that may be resident on an SM at once; 0: all that fit
  /// Registers of each thread for contexts of the technique's own (ExecutionContext).
  unsigned registers = 0;
  /// Warp registers of an SM for such contexts, the last of its file.
  unsigned sm_registers = 0;
  /// Bytes of an SM's shared memory for such contexts, beside those of all CTAs; zero at first. One technique
  /// of a machine may have some.
  std::uint32_t sm_shared_bytes = 0;
  bool shares_registers = false;  ///< such contexts read and write registers of the program
  std::uint32_t local_bytes = 0;  ///< of each thread's local memory, for the technique's own use
  /// Of device memory, from Launch::own_memory on, for instructions of the technique's own; zero at first.
  /// One technique of a machine may have some.
  std::uint64_t memory_bytes = 0;
  virtual ~KernelPlan() = default;
};

/// What a technique plans for.
struct PlanRequest {
  const ptx::Kernel& kernel;
  unsigned warps_per_cta = 1;
  unsigned ctas = 1;               ///< that fit into an SM
  unsigned register_offset = 0;    ///< where KernelPlan::registers begin, after those of the program
  std::uint32_t local_offset = 0;  ///< where KernelPlan::local_bytes begin in a thread's local memory
  unsigned file = 0;               ///< warp registers of an SM
};

}  // namespace heddle
