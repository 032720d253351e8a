// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What the library in place of the CUDA runtime (runtime/) and the process that simulates say to each other:
/// the library sends a Request and its bytes, and waits for a Reply and its bytes. Both run on the same
/// machine.
namespace heddle::exec {

/// The library finds the number of its socket here.
inline constexpr const char* socket_variable = "HEDDLE_EXEC_SOCKET";

enum class Call : std::uint32_t {
  device,    ///< -> DeviceInfo
  load,      ///< bytes: a fat binary, or PTX -> value: the module
  function,  ///< a: the module, bytes: a kernel's name -> value: the function; FunctionInfo, ParameterInfo...
  variable,  ///< a: the module, bytes: a variable's name -> value: its address; its size in bytes (u64)
  allocate,  ///< a: bytes -> value: the address
  release,   ///< a: the address
  to_device,  ///< a: the address, bytes: what is written there
  to_host,    ///< a: the address, b: bytes -> bytes: what stands there
  on_device,  ///< a: to, b: from, c: bytes
  fill,       ///< a: the address, b: a value of `element` bytes, c: how many times
  launch,     ///< a: the function, bytes: LaunchInfo and the parameter block -> bytes: what it has printed;
              ///< value: not 0 where the kernel has failed, so that nothing can be done any more
  occupancy,  ///< a: the function, b: threads of a CTA, c: bytes of dynamic shared memory -> value: CTAs of
              ///< an SM
  now,        ///< -> value: the simulated time, in ps
  refuse,     ///< bytes: a function of CUDA that Heddle does not have; there is no reply
};

struct Request {
  Call call{};
  std::uint32_t element = 1;
  std::uint64_t a = 0, b = 0, c = 0;
  std::uint64_t bytes = 0;  ///< that follow
};

struct Reply {
  std::int32_t status = 0;  ///< as Status, and as cudaError_t
  std::uint32_t unused = 0;
  std::uint64_t value = 0;
  std::uint64_t bytes = 0;  ///< that follow; where the call failed: what was wrong, as text
};

struct DeviceInfo {
  char name[256];
  std::uint64_t memory_bytes, l2_bytes, core_khz, memory_khz;
  std::uint32_t sms, threads_per_sm, threads_per_cta, ctas_per_sm, shared_per_sm, shared_per_cta,
      registers_per_sm, unused;
};

struct FunctionInfo {
  std::uint32_t parameters, parameter_bytes;
  std::uint32_t registers, shared_bytes, local_bytes, constant_bytes, max_threads;
};

struct ParameterInfo {
  std::uint32_t offset, size;  ///< bytes
};

struct LaunchInfo {
  std::uint32_t grid[3], cta[3];
  std::uint32_t shared_bytes;  ///< dynamic, of a CTA
};

}  // namespace heddle::exec
