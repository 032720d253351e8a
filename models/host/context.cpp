// SPDX-License-Identifier: Apache-2.0
#include "models/host/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>

#include "models/host/launch.hpp"
#include "models/host/print_records.hpp"
#include "models/ptx/library/print_format.hpp"

namespace heddle {

/// The state that a module shares with its functions.
struct ModuleState {
  Context& context;
  ptx::PtxModule code;
  std::vector<DevicePointer> addresses{};  ///< parallel to code.variables(); of a texture: its handle
  std::optional<DevicePointer> prints{};   ///< the ptx::PrintBuffer of one that prints
  DevicePointer constants = 0;
  std::uint64_t constant_bytes = 0;
  std::map<std::pair<std::string, std::uint32_t>, ptx::Kernel> kernels{};  ///< by name and register cap
};

namespace {

constexpr std::uint64_t most_constants = 64 * 1024;

/// Runs `f`, and gives an Error that carries no API status the status `status`.
template <class F>
auto with_status(Status status, F&& f) {
  try {
    return f();
  } catch (const ApiError&) {
    throw;
  } catch (const Error& e) {
    throw ApiError(status, e.problem());
  }
}

/// Gives the .const variables their offsets in one block, and returns the size of the block.
std::uint64_t constant_layout(const std::vector<ptx::ModuleVariable>& variables, const std::string& file,
                              std::vector<DevicePointer>& offsets) {
  std::uint64_t end = 0;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (variables[v].kind != ptx::ModuleVariable::Kind::constant) continue;
    end = (end + variables[v].alignment - 1) / variables[v].alignment * variables[v].alignment;
    offsets[v] = end;
    end += variables[v].bytes;
    if (end > most_constants)
      throw Error({.place = file,
                   .what = "the module has too much constant memory",
                   .value = fmt::format("{} bytes up to '{}'", end, variables[v].name),
                   .legal = fmt::format("up to {} bytes", most_constants)});
  }
  return end;
}

/// Writes what a launch of the module has printed to the context's stream, and empties the buffer.
void flush_prints(const ModuleState& m) {
  using ptx::PrintBuffer;
  const DevicePointer buffer = *m.prints;
  const auto given = m.context.get<std::uint64_t>(buffer), lost = m.context.get<std::uint64_t>(buffer + 8);
  if (given == 0) return;
  const std::uint64_t used = std::min(given, PrintBuffer::records);
  const auto records = m.context.download<std::byte>(buffer + PrintBuffer::header, used);
  m.context.fill8(buffer, 0, PrintBuffer::header + used);
  std::ostream& out = m.context.output();
  print_records(records, m.code.address_bits(), out);
  if (lost != 0)
    out << fmt::format("[{} calls of printf found no room: a launch's output has up to {} bytes]\n", lost,
                       PrintBuffer::records);
  out.flush();
}

/// Launches the kernel. What it has printed is written even when it fails afterwards.
void launch_and_print(const ModuleState& m, const LaunchRequest& request) {
  try {
    m.context.device().launch(request);
  } catch (const Error&) {
    if (m.prints) flush_prints(m);
    throw;
  }
  if (m.prints) flush_prints(m);
}

}  // namespace

Module Context::load(const std::filesystem::path& file) { return link({file}); }

Module Context::link(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> paths;
  for (const auto& file : files) paths.push_back(file.string());
  return link_texts(with_status(Status::file_not_found, [&] { return ptx::read_files(paths); }));
}

Module Context::load_text(std::string text, const std::string& name) {
  return link_texts({{std::move(text), name}});
}

Module Context::link_texts(const std::vector<ptx::PtxFile>& files) {
  return with_status(Status::invalid_ptx, [&] {
    const auto state = std::make_shared<ModuleState>(ModuleState{*this, ptx::PtxModule(files)});
    place_variables(*state, files.front().name);
    return Module(state);
  });
}

void Context::place_variables(ModuleState& m, const std::string& name) {
  using Kind = ptx::ModuleVariable::Kind;
  const auto& variables = m.code.variables();
  m.addresses.assign(variables.size(), 0);
  m.constant_bytes = constant_layout(variables, name, m.addresses);
  if (m.constant_bytes != 0) m.constants = allocate(m.constant_bytes);
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (variables[v].kind == Kind::constant) m.addresses[v] += m.constants;
    if (variables[v].kind == Kind::global) m.addresses[v] = allocate(variables[v].bytes);
    if (variables[v].name == ptx::PrintBuffer::name) m.prints = m.addresses[v];
    if (variables[v].kind == Kind::texture) {
      if (variables[v].handle_step != 0) textures_.resize(textures_.size() + variables[v].handle_step - 1);
      m.addresses[v] = create_texture({.name = variables[v].name});
    }
    m.code.place(v, m.addresses[v]);
  }
  for (std::size_t v = 0; v < variables.size(); ++v)
    if (variables[v].kind != Kind::texture) copy_to_device(m.addresses[v], m.code.initial_value(v));
}

DevicePointer Context::allocate(std::uint64_t bytes) {
  return with_status(Status::out_of_memory, [&] { return device_.allocate(bytes); });
}

void Context::free(DevicePointer pointer) {
  with_status(Status::invalid_value, [&] { device_.release(pointer); });
}

void Context::copy_to_device(DevicePointer to, std::span<const std::byte> from) {
  with_status(Status::invalid_value, [&] { device_.write(to, from); });
}

void Context::copy_to_host(std::span<std::byte> to, DevicePointer from) {
  with_status(Status::invalid_value, [&] { device_.read(to, from); });
}

void Context::copy_on_device(DevicePointer to, DevicePointer from, std::uint64_t bytes) {
  std::vector<std::byte> between(bytes);
  copy_to_host(between, from);
  copy_to_device(to, between);
}

void Context::fill8(DevicePointer to, std::uint8_t value, std::uint64_t count) {
  copy_to_device(to, std::vector<std::byte>(count, std::byte{value}));
}

void Context::fill16(DevicePointer to, std::uint16_t value, std::uint64_t count) {
  const std::vector<std::uint16_t> values(count, value);
  copy_to_device(to, std::as_bytes(std::span(values)));
}

void Context::fill32(DevicePointer to, std::uint32_t value, std::uint64_t count) {
  const std::vector<std::uint32_t> values(count, value);
  copy_to_device(to, std::as_bytes(std::span(values)));
}

std::ostream& Context::output() { return options_.output != nullptr ? *options_.output : std::cout; }

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

std::vector<std::string> Module::functions() const { return state_->code.kernels(); }

Function Module::function(std::string_view name) const {
  return {state_, with_status(Status::not_found, [&] { return state_->code.kernel_named(name); })};
}

std::size_t Module::variable_named(std::string_view name, bool texture) const {
  std::vector<std::string> known;
  const auto& variables = state_->code.variables();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if ((variables[v].kind == ptx::ModuleVariable::Kind::texture) != texture) continue;
    if (variables[v].name == name) return v;
    known.push_back(variables[v].name);
  }
  throw ApiError(Status::not_found,
                 {.what = texture ? "the module has no such texture" : "the module has no such variable",
                  .value = std::string(name),
                  .legal = known.empty() ? "it has none" : fmt::format("{}", fmt::join(known, ", ")),
                  .nearest = nearest_name(name, known)});
}

Module::Variable Module::variable(std::string_view name) const {
  const std::size_t v = variable_named(name, false);
  return {state_->addresses[v], state_->code.variables()[v].bytes, state_->code.function_addresses(v)};
}

void Module::bind_texture(std::string_view name, const ptx::Texture& texture) const {
  ptx::Texture& bound = state_->context.textures_[state_->addresses[variable_named(name, true)] - 1];
  bound = texture;
  bound.name = name;
}

Function::Attributes Function::attributes() const {
  const ptx::Kernel& k = kernel();
  return {.registers = k.registers,
          .shared_bytes = k.shared_bytes,
          .local_bytes = k.local_bytes,
          .constant_bytes = static_cast<std::uint32_t>(module_->constant_bytes),
          .max_threads = k.max_threads != 0 ? k.max_threads : 1024};
}

const ptx::Kernel& Function::kernel(const LaunchShape& shape) const {
  ModuleState& m = *module_;
  ptx::BuildOptions options = m.context.options_.build;
  options.divergence = m.context.device_.divergence();
  options.code_generation = m.context.device_.code_generation();
  // A CTA's registers must fit into one SM.
  const std::uint32_t warps = std::max(1u, warps_per_cta(shape.cta));
  options.max_registers = std::min(options.max_registers, std::max(1u, options.file_registers / warps));
  auto& known = m.kernels[{name_, options.max_registers}];
  if (known.code.empty())
    known = with_status(Status::invalid_ptx, [&] { return m.code.compile(name_, options); });
  return known;
}

void Function::launch_block(const LaunchShape& shape, std::span<const std::byte> block) const {
  const ModuleState& m = *module_;
  std::vector<std::byte> constants(m.constant_bytes);
  if (!constants.empty()) m.context.device_.read(constants, m.constants);
  with_status(Status::launch_failed, [&] {
    launch_and_print(m, {.kernel = kernel(shape),
                         .grid = shape.grid,
                         .cta = shape.cta,
                         .arguments = block,
                         .dynamic_shared_bytes = shape.shared_bytes,
                         .textures = m.context.textures_,
                         .constants = constants,
                         .constant_address = m.constants});
  });
}

}  // namespace heddle
