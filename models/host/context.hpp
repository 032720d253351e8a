// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/host/device.hpp"
#include "models/host/status.hpp"
#include "models/ptx/load.hpp"

/// The host API, modelled on the CUDA driver API: what a host program does with a device. Every call throws
/// ApiError, which carries the status that the driver API would return and says what is legal.
namespace heddle {

class Context;

/// A sequence of launches and events. Work is done in the order of the calls, when they are made: one of the
/// orders that streams allow, and the same one in every run.
class Stream {
 public:
  /// All work of the stream is done (it always is).
  void synchronize() const {}

 private:
  friend class Context;
  Stream() = default;
};

/// A moment of simulated time.
class Event {
 public:
  /// Records the device's time, after all work given to `stream` so far.
  void record(const Stream& stream);
  void record();
  /// Milliseconds of simulated time from `start` to this event. Both must have been recorded.
  double milliseconds_since(const Event& start) const;

 private:
  friend class Context;
  explicit Event(Context& context) : context_(&context) {}
  Context* context_;
  bool recorded_ = false;
  std::uint64_t picoseconds_ = 0;
};

/// The shape of a launch.
struct LaunchShape {
  Dim3 grid{}, cta{};
  std::uint32_t shared_bytes = 0;  ///< dynamic shared memory a CTA
  const Stream* stream = nullptr;  ///< null: the default stream
};

/// A kernel of a module.
class Function {
 public:
  struct Attributes {
    std::uint32_t registers = 0, shared_bytes = 0, local_bytes = 0, constant_bytes = 0;
    std::uint32_t max_threads = 0;  ///< of a CTA
  };
  Attributes attributes() const;
  const std::string& name() const { return name_; }

  /// launch({.grid = {8}, .cta = {256}}, a, b, n): each argument must have the size of its parameter; a
  /// device pointer goes into a 32-bit parameter when it fits.
  template <class... A>
  void launch(const LaunchShape& shape, A... arguments) const {
    launch_block(shape, parameter_block(kernel(shape), arguments...));
  }
  /// The same with a parameter block that is laid out already (Kernel::parameters).
  void launch_block(const LaunchShape& shape, std::span<const std::byte> block) const;
  /// The code that a launch of this shape runs; its register limit depends on the warps of a CTA.
  const ptx::Kernel& kernel(const LaunchShape& shape = {}) const;

 private:
  friend class Module;
  Function(std::shared_ptr<struct ModuleState> module, std::string name)
      : module_(std::move(module)), name_(std::move(name)) {}
  std::shared_ptr<struct ModuleState> module_;
  std::string name_;
};

/// A PTX file, or several that are linked, on the device: its variables have addresses and hold their initial
/// values.
class Module {
 public:
  struct Variable {
    DevicePointer address = 0;
    std::uint64_t bytes = 0;
    std::vector<std::uint32_t> functions{};  ///< where it holds addresses of functions at first
  };
  /// By the compiler's name or by the source's (ptx::find_kernel).
  Function function(std::string_view name) const;
  std::vector<std::string> functions() const;
  /// A .global or .const variable: copies to and from it are ordinary copies.
  Variable variable(std::string_view name) const;
  /// Gives the .texref variable `name` its texture.
  void bind_texture(std::string_view name, const ptx::Texture& texture) const;

 private:
  friend class Context;
  std::size_t variable_named(std::string_view name, bool texture) const;
  explicit Module(std::shared_ptr<struct ModuleState> state) : state_(std::move(state)) {}
  std::shared_ptr<struct ModuleState> state_;
};

struct ContextOptions {
  ptx::BuildOptions build{};
  std::ostream* output = nullptr;  ///< receives what kernels print, after each launch; null: standard output
};

/// A device and what the host program has on it. Must outlive its modules, streams and events.
class Context {
 public:
  explicit Context(Device& device, ContextOptions options = {}) : device_(device), options_(options) {}
  Context(const Context&) = delete;

  Module load(const std::filesystem::path& file);
  /// Several files, linked as nvlink does it (models/ptx/module/link.hpp).
  Module link(const std::vector<std::filesystem::path>& files);
  /// `name` stands for the file in messages.
  Module load_text(std::string text, const std::string& name);
  Module link_texts(const std::vector<ptx::PtxFile>& files);

  /// Aligned to 256 bytes, zero; the address stays valid until `free`.
  DevicePointer allocate(std::uint64_t bytes);
  void free(DevicePointer pointer);
  void copy_to_device(DevicePointer to, std::span<const std::byte> from);
  void copy_to_host(std::span<std::byte> to, DevicePointer from);
  void copy_on_device(DevicePointer to, DevicePointer from, std::uint64_t bytes);
  /// `count` elements of 1, 2 or 4 bytes with the same value.
  void fill8(DevicePointer to, std::uint8_t value, std::uint64_t count);
  void fill16(DevicePointer to, std::uint16_t value, std::uint64_t count);
  void fill32(DevicePointer to, std::uint32_t value, std::uint64_t count);

  template <class T>
  DevicePointer upload(const std::vector<T>& host) {
    const DevicePointer p = allocate(host.size() * sizeof(T));
    copy_to_device(p, std::as_bytes(std::span(host)));
    return p;
  }
  template <class T>
  std::vector<T> download(DevicePointer from, std::size_t count) {
    std::vector<T> host(count);
    copy_to_host(std::as_writable_bytes(std::span(host)), from);
    return host;
  }
  /// One value to or from `at`.
  template <class T>
  void put(DevicePointer at, const T& value) {
    copy_to_device(at, std::as_bytes(std::span(&value, 1)));
  }
  template <class T>
  T get(DevicePointer at) {
    T value{};
    copy_to_host(std::as_writable_bytes(std::span(&value, 1)), at);
    return value;
  }

  Stream stream() { return {}; }
  Event event() { return Event(*this); }
  void synchronize() {}

  /// A texture object: its handle is a 64-bit kernel argument.
  std::uint64_t create_texture(const ptx::Texture& texture);
  void destroy_texture(std::uint64_t handle);

  Device& device() { return device_; }
  /// Receives the output of the kernels' printf.
  std::ostream& output();

 private:
  friend class Module;
  friend class Function;
  friend class Event;
  void place_variables(struct ModuleState& module, const std::string& name);

  Device& device_;
  ContextOptions options_;
  std::vector<ptx::Texture> textures_;  ///< handle h is element h - 1; width 0: destroyed or not bound
};

}  // namespace heddle
