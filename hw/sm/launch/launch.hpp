// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/types/code_image.hpp"
#include "hw/sm/types/scoreboard.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/host/device.hpp"
#include "models/host/memory_map.hpp"

namespace heddle {

/// A kernel on the GPU: what every SM needs to know of it. Immutable while it runs.
struct Launch {
  LaunchRequest request;
  const ptx::Kernel* kernel = nullptr;  ///< the request's, or what techniques have made of it
  /// The plan of each technique of the machine, in their order; null: it has none.
  std::vector<std::shared_ptr<const KernelPlan>> plans{};
  unsigned shared_bytes = 0;           ///< a CTA
  unsigned own_registers = 0;          ///< of each thread, for contexts of techniques; behind the program's
  unsigned sm_shared_bytes = 0;        ///< of an SM's shared memory, for such contexts
  unsigned sm_registers = 0;           ///< of an SM, for such contexts: the last of its file
  std::uint32_t local_bytes = 0;       ///< of a thread's local memory: the program's, then that of the plans
  std::uint64_t own_memory_bytes = 0;  ///< of device memory: of the technique that wants some
  const MemoryMap* memory = nullptr;
  std::vector<Hazards> hazards{};  ///< parallel to the kernel's code
  CodeImage code{};
  unsigned warps_per_cta = 0;
  unsigned ctas_per_sm = 0;              ///< that fit by every limit
  unsigned sms = 1;                      ///< of the GPU
  std::uint64_t code_at = code_address;  ///< where the code lies in device memory; a multiple of 256

  const KernelPlan* plan_of(std::size_t technique) const {
    return technique < plans.size() ? plans[technique].get() : nullptr;
  }

  /// CTAs that an SM has at a time at most: as many as fit, or its share of a grid that has fewer.
  unsigned resident_ctas() const {
    return static_cast<unsigned>(
        std::min<std::uint64_t>(ctas_per_sm, (request.grid.count() + sms - 1) / sms));
  }
  /// Warp registers of a warp: the program's, then those of the plans.
  unsigned registers() const { return kernel->registers + own_registers; }
  /// Warp registers of an SM that all CTAs have that fit, and contexts of techniques. With a RegisterMapper
  /// CTAs may want more than the file has: then it is all of it.
  unsigned allocated_registers(unsigned file) const {
    return std::min(file, ctas_per_sm * warps_per_cta * registers() + sm_registers);
  }

  /// Where the parameter block lies: at the first of the device's own addresses.
  static constexpr std::uint64_t parameter_address = MemoryMap::own_address;
  static constexpr std::uint64_t most_parameters = 64 * 1024;

  /// Where code lies, of one kernel or of several (code_at): after all local memory that a device can have.
  static constexpr std::uint64_t code_address = MemoryMap::own_address + (std::uint64_t{1} << 38);

  /// Where that memory lies: after the code.
  static constexpr std::uint64_t own_memory = MemoryMap::own_address + (std::uint64_t{1} << 39);
  /// Does it hold all these bytes?
  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return address >= own_memory && bytes <= own_memory_bytes &&
           address - own_memory <= own_memory_bytes - bytes;
  }

  /// Where the local memory of a warp slot begins, after the parameters, for every slot that the launch can
  /// use; the words of its 32 threads are interleaved.
  std::uint64_t local_address(unsigned sm, unsigned warp) const {
    return parameter_address + most_parameters +
           (std::uint64_t{sm} * ctas_per_sm * warps_per_cta + warp) * local_bytes * warp_size;
  }
  /// Bytes of its local memory that a thread may access: by instructions of the program, or by others, of
  /// techniques.
  std::uint64_t local_limit(const ptx::Instruction& i) const {
    const auto* code = kernel->code.data();
    const std::less<> before;
    const bool own = !before(&i, code) && before(&i, code + kernel->code.size());
    return own ? kernel->local_bytes : local_bytes;
  }
  /// Byte `offset` of a thread's local memory, counted from its warp's first.
  static constexpr std::uint64_t local_offset(std::uint64_t offset, unsigned lane) {
    return offset / 4 * 4 * warp_size + lane * 4 + offset % 4;
  }
};

/// Throws ApiError when one CTA does not fit into an SM (registers, shared memory, threads, warps), or the
/// local memory of `sms` full SMs not into what is left of device memory.
Launch make_launch(const LaunchRequest& request, const MemoryMap& memory, const SmConfig& config,
                   unsigned sms, const Techniques& techniques = {});

}  // namespace heddle
