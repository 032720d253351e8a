// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "models/ptx/program/program.hpp"
#include "models/ptx/program/texture.hpp"

namespace heddle {

using DevicePointer = std::uint64_t;

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// One launch. All that it names must outlive it.
struct LaunchRequest {
  const ptx::Kernel& kernel;
  Dim3 grid{}, cta{};
  std::span<const std::byte> arguments{};    ///< the parameter block, laid out as Kernel::parameters says
  std::uint32_t dynamic_shared_bytes = 0;    ///< a CTA, behind Kernel::shared_bytes
  std::span<const ptx::Texture> textures{};  ///< handle h means element h - 1
  std::span<const std::byte> constants{};    ///< what the module's .const variables hold
  std::uint64_t constant_address = 0;        ///< where they lie in device memory
};

/// Puts one argument at its parameter's place. Throws ApiError when the sizes differ; a pointer may go into
/// 32 bits.
void pack_argument(const ptx::Kernel&, std::span<std::byte> block, std::size_t index,
                   std::span<const std::byte>);
/// Throws ApiError unless the kernel has as many parameters.
void check_argument_count(const ptx::Kernel&, std::size_t given);
/// The parameter block with these arguments, each at the kernel's own offset.
template <class... A>
std::vector<std::byte> parameter_block(const ptx::Kernel& kernel, const A&... arguments) {
  std::vector<std::byte> block(kernel.parameter_bytes);
  std::size_t i = 0;
  (pack_argument(kernel, block, i++, std::as_bytes(std::span(&arguments, 1))), ...);
  check_argument_count(kernel, i);
  return block;
}

/// What the host API (context.hpp) drives: the simulated GPU, or the functional interpreter that serves as
/// its reference. All calls throw ApiError on misuse (out of memory, copy outside an allocation, launch
/// beyond the device's limits).
class Device {
 public:
  virtual ~Device() = default;
  /// A new buffer of `bytes`, aligned to 256; its content is zero.
  virtual DevicePointer allocate(std::size_t bytes) = 0;
  /// Gives a buffer back; its address is never used again. Error when no buffer begins
  /// there.
  virtual void release(DevicePointer buffer) = 0;
  virtual void write(DevicePointer to, std::span<const std::byte> from) = 0;
  virtual void read(std::span<std::byte> to, DevicePointer from) = 0;
  /// Runs the kernel to its end.
  virtual void launch(const LaunchRequest&) = 0;
  /// How lanes diverge on it; it takes kernels that are compiled for that.
  virtual ptx::Divergence divergence() const { return ptx::Divergence::stack; }
  /// By which a Context compiles kernels for it; it takes others, too.
  virtual ptx::CodeGeneration code_generation() const { return {}; }
  /// Simulated time so far; a device without time stays at 0.
  virtual std::uint64_t picoseconds() const { return 0; }

  template <class T>
  DevicePointer upload(const std::vector<T>& host) {
    const DevicePointer p = allocate(host.size() * sizeof(T));
    write(p, std::as_bytes(std::span(host)));
    return p;
  }
  template <class T>
  std::vector<T> download(DevicePointer from, std::size_t count) {
    std::vector<T> host(count);
    read(std::as_writable_bytes(std::span(host)), from);
    return host;
  }
  /// launch(kernel, grid, cta, a, b, n): packs the arguments by size, each at the kernel's own offset.
  template <class... A>
  void launch_with(const ptx::Kernel& kernel, Dim3 grid, Dim3 cta, A... arguments) {
    const std::vector<std::byte> block = parameter_block(kernel, arguments...);
    launch({.kernel = kernel, .grid = grid, .cta = cta, .arguments = block});
  }
};

}  // namespace heddle
