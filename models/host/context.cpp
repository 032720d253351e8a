#include "models/host/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "models/host/launch.hpp"

namespace heddle {

/// What a module shares with the functions that came from it.
struct ModuleState {
  Context& context;
  std::string text, name;
  std::map<std::pair<std::string, std::uint32_t>, ptx::Kernel> kernels{};  ///< by name and register cap
};

Module Context::load(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw ApiError(
        Status::file_not_found,
        {.what = "cannot read PTX file", .value = file.string(), .legal = "an existing, readable file"});
  return load_text({std::istreambuf_iterator<char>(in), {}}, file.string());
}

Module Context::load_text(std::string text, const std::string& name) {
  return Module(std::make_shared<ModuleState>(ModuleState{*this, std::move(text), name}));
}

DevicePointer Context::allocate(std::uint64_t bytes) { return device_.allocate(bytes); }
void Context::free(DevicePointer pointer) { device_.release(pointer); }
void Context::copy_to_device(DevicePointer to, std::span<const std::byte> from) { device_.write(to, from); }
void Context::copy_to_host(std::span<std::byte> to, DevicePointer from) { device_.read(to, from); }

void Context::copy_on_device(DevicePointer to, DevicePointer from, std::uint64_t bytes) {
  std::vector<std::byte> between(bytes);
  device_.read(between, from);
  device_.write(to, between);
}

void Context::fill8(DevicePointer to, std::uint8_t value, std::uint64_t count) {
  device_.write(to, std::vector<std::byte>(count, std::byte{value}));
}
void Context::fill16(DevicePointer to, std::uint16_t value, std::uint64_t count) {
  const std::vector<std::uint16_t> values(count, value);
  device_.write(to, std::as_bytes(std::span(values)));
}
void Context::fill32(DevicePointer to, std::uint32_t value, std::uint64_t count) {
  const std::vector<std::uint32_t> values(count, value);
  device_.write(to, std::as_bytes(std::span(values)));
}

std::uint64_t Context::create_texture(const ptx::Texture& texture) {
  textures_.push_back(texture);
  return textures_.size();
}

void Context::destroy_texture(std::uint64_t handle) {
  if (handle == 0 || handle > textures_.size())
    throw ApiError(Status::invalid_handle, {.what = "no such texture", .value = fmt::format("{}", handle)});
  textures_[handle - 1] = {};
}

void Event::record(const Stream&) { record(); }

void Event::record() {
  picoseconds_ = context_->device_.picoseconds();
  recorded_ = true;
}

double Event::milliseconds_since(const Event& start) const {
  if (!recorded_ || !start.recorded_)
    throw ApiError(Status::invalid_handle, {.what = "event has not been recorded"});
  return (static_cast<double>(picoseconds_) - static_cast<double>(start.picoseconds_)) * 1e-9;
}

Function Module::function(std::string_view name) const {
  Function found(state_, std::string(name));
  static_cast<void>(found.kernel());
  return found;
}

const ptx::Kernel& Function::kernel(const LaunchShape& shape) const {
  ModuleState& m = *module_;
  std::uint32_t cap = m.context.options_.build.max_registers;
  if (shape.cta.count() > 1) cap = std::min(cap, std::max(1u, 1024 / std::max(1u, warps_per_cta(shape.cta))));
  auto& known = m.kernels[{name_, cap}];
  if (known.code.empty()) known = ptx::kernel_of(m.text, m.name, name_, {.max_registers = cap});
  return known;
}

void Function::launch_block(const LaunchShape& shape, std::span<const std::byte> block) const {
  module_->context.device_.launch({.kernel = kernel(shape),
                                   .grid = shape.grid,
                                   .cta = shape.cta,
                                   .arguments = block,
                                   .dynamic_shared_bytes = shape.shared_bytes,
                                   .textures = module_->context.textures_});
}

}  // namespace heddle
