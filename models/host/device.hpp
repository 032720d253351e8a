#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "models/ptx/program.hpp"

namespace heddle {

using DevicePointer = std::uint64_t;

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

/// What a host program drives: the simulated GPU, or the functional interpreter that serves as its reference.
/// All calls throw Error on misuse (out of memory, copy outside an allocation, launch beyond the device's
/// limits).
class Device {
 public:
  virtual ~Device() = default;
  /// A new buffer of `bytes`, aligned to 256; its content is zero.
  virtual DevicePointer allocate(std::size_t bytes) = 0;
  virtual void write(DevicePointer to, std::span<const std::byte> from) = 0;
  virtual void read(std::span<std::byte> to, DevicePointer from) = 0;
  /// Runs the kernel to its end. `arguments` is the parameter block laid out as Kernel::parameters says.
  virtual void launch(const ptx::Kernel&, Dim3 grid, Dim3 cta, std::span<const std::byte> arguments) = 0;

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
    std::vector<std::byte> block(kernel.parameter_bytes);
    std::size_t i = 0;
    (pack(kernel, block, i++, &arguments, sizeof arguments), ...);
    check_count(kernel, i);
    launch(kernel, grid, cta, block);
  }

 private:
  static void pack(const ptx::Kernel&, std::span<std::byte> block, std::size_t index, const void*,
                   std::size_t);
  static void check_count(const ptx::Kernel&, std::size_t given);
};

}  // namespace heddle
