// SPDX-License-Identifier: Apache-2.0
// Runs the launches that a launch file describes.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <utility>

#include "models/base/error.hpp"
#include "models/ptx/load.hpp"
#include "tb/workloads/launch_content.hpp"
#include "tb/workloads/launch_file.hpp"
#include "tb/workloads/launch_writes.hpp"

namespace heddle {
namespace {

constexpr std::size_t most_read_back = 16;  // elements of a buffer

template <class T>
std::vector<T> elements_of(const std::vector<std::byte>& bytes) {
  std::vector<T> all(bytes.size() / sizeof(T));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

/// Throws Error unless the symbol has the buffer's size.
void check_symbol(const LaunchBuffer& buffer, std::uint64_t bytes) {
  if (bytes != buffer.content.size())
    throw Error({.place = buffer.place,
                 .what = fmt::format("the module's variable {} has another size", buffer.symbol),
                 .value = fmt::format("{} bytes", buffer.content.size()),
                 .legal = fmt::format("{} bytes", bytes)});
}

/// Runs `look`, and gives an Error that names no place in the launch file the place `place`.
template <class Look>
decltype(auto) at_place(const std::string& place, Look&& look) {
  try {
    return look();
  } catch (const Error& error) {
    Problem problem = error.problem();
    if (problem.place.empty()) problem.place = place;
    throw Error(std::move(problem));
  }
}

/// The steps of a launch file on a device.
class LaunchRun {
 public:
  LaunchRun(Context& context, const Module& module, const LaunchFile& launch)
      : context_(context), module_(module), launch_(launch) {
    for (const LaunchBuffer& buffer : launch.buffers) memories_.push_back(place(buffer));
    for (const LaunchTexture& given : launch.textures) {
      ptx::Texture texture = given.texture;
      texture.address += memories_[given.buffer];
      if (!given.reference.empty())
        at_place(given.place, [&] { module_.bind_texture(given.reference, texture); });
      texture.name = given.name;
      textures_.push_back(context_.create_texture(texture));
    }
  }

  void run(const std::vector<LaunchStep>& steps) {
    for (const LaunchStep& step : steps) run(step);
  }
  std::vector<std::byte> content(std::size_t buffer) const {
    return context_.download<std::byte>(memories_[buffer], launch_.buffers[buffer].content.size());
  }

 private:
  DevicePointer place(const LaunchBuffer& buffer) {
    if (buffer.symbol.empty()) return context_.upload(buffer.content);
    const Module::Variable variable = at_place(buffer.place, [&] { return module_.variable(buffer.symbol); });
    check_symbol(buffer, variable.bytes);
    if (buffer.filled) context_.copy_to_device(variable.address, buffer.content);
    return variable.address;
  }

  void run(const LaunchStep& step) {
    switch (step.kind) {
      case LaunchStep::Kind::launch:
        return launch(step);
      case LaunchStep::Kind::copy:
        return context_.copy_on_device(memories_[step.to], memories_[step.from],
                                       launch_.buffers[step.to].content.size());
      case LaunchStep::Kind::fill:
        return context_.copy_to_device(memories_[step.to], step.content);
      case LaunchStep::Kind::swap:
        return std::swap(memories_[step.from], memories_[step.to]);
      case LaunchStep::Kind::until:
        return until(step);
    }
  }

  void until(const LaunchStep& step) {
    std::vector<std::byte> now;
    for (std::uint64_t round = 0; round < step.most; ++round) {
      run(step.body(round));
      now = context_.download<std::byte>(memories_[step.from] + step.at, step.content.size());
      if (now == step.content) return;
    }
    const LaunchBuffer& buffer = launch_.buffers[step.from];
    const auto text = [&](const std::vector<std::byte>& bytes) {
      return with_type(buffer.type, [&]<class T>(T) { return fmt::format("{}", +elements_of<T>(bytes)[0]); });
    };
    throw Error({.place = step.place,
                 .what = fmt::format("the loop has not ended after {} rounds: {} is not {}", step.most,
                                     buffer.name, text(step.content)),
                 .value = text(now),
                 .legal = "a larger `most`, or steps that end"});
  }

  void launch(const LaunchStep& step) const {
    const LaunchShape shape{.grid = step.grid, .cta = step.cta, .shared_bytes = step.shared_bytes};
    const Function function = module_.function(step.kernel);
    const ptx::Kernel& kernel = function.kernel(shape);
    check_fits(step, kernel);
    std::vector<std::byte> block(kernel.parameter_bytes);
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      put(step.arguments[i], kernel.parameters[i], std::span(block).subspan(kernel.parameters[i].offset));
    function.launch_block(shape, block);
  }

  void put(const LaunchArgument& argument, const ptx::Parameter& parameter, std::span<std::byte> to) const {
    std::memcpy(to.data(), argument.bytes.data(), argument.bytes.size());
    for (const LaunchAddress& address : argument.addresses) {
      const std::uint64_t value =
          address.texture ? textures_[address.of] : memories_[address.of] + address.offset;
      const std::size_t bytes = argument.pointer ? parameter.size : address.bytes;
      if (bytes < sizeof value && (value >> (8 * bytes)) != 0)
        throw Error({.place = argument.place,
                     .what = fmt::format("the buffer's address does not fit the kernel's {}-bit {}",
                                         8 * bytes, argument.pointer ? "parameter" : "field"),
                     .value = fmt::format("{:#x}", value)});
      std::memcpy(to.data() + address.at, &value, bytes);
    }
  }

  Context& context_;
  const Module& module_;
  const LaunchFile& launch_;
  std::vector<DevicePointer>
      memories_{};  ///< of the buffers, by their names at this step: swaps exchange them
  std::vector<std::uint64_t> textures_{};  ///< handles
};

/// Adds the first elements to the result's figures.
void read_back(WorkloadResult& result, const LaunchBuffer& buffer, const std::vector<std::byte>& bytes) {
  with_type(buffer.type, [&]<class T>(T) {
    const std::vector<T> all = elements_of<T>(bytes);
    for (std::size_t i = 0; i < std::min(all.size(), most_read_back); ++i)
      result.figures.push_back({.name = all.size() == 1 ? fmt::format("read_{}", buffer.name)
                                                        : fmt::format("read_{}_{}", buffer.name, i),
                                .value = static_cast<double>(all[i]),
                                .text = fmt::format("{}", +all[i])});
  });
}

}  // namespace

void check_fits(const LaunchStep& step, const ptx::Kernel& kernel) {
  if (step.arguments.size() != kernel.parameters.size())
    throw Error({.place = step.arguments_place,
                 .what = fmt::format("wrong number of arguments for kernel {}", kernel.name),
                 .value = fmt::format("{}", step.arguments.size()),
                 .legal = fmt::format("{}", kernel.parameters.size())});
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const LaunchArgument& argument = step.arguments[i];
    const ptx::Parameter& parameter = kernel.parameters[i];
    const bool fits = argument.pointer ? parameter.size == 4 || parameter.size == 8
                                       : parameter.size == argument.bytes.size();
    if (fits) continue;
    throw Error({.place = argument.place,
                 .what = fmt::format("argument {} ({}) does not fit the kernel's parameter {}", i,
                                     argument.name, parameter.name),
                 .value = argument.pointer
                              ? argument.what
                              : fmt::format("{}, {} bytes", argument.what, argument.bytes.size()),
                 .legal = fmt::format("{} bytes", parameter.size)});
  }
}

namespace {

void check_steps(const std::vector<LaunchStep>& steps, ptx::PtxModule& module,
                 const ptx::BuildOptions& options, std::map<std::string, ptx::Kernel>& kernels) {
  for (const LaunchStep& step : steps) {
    if (step.kind == LaunchStep::Kind::until) check_steps(step.body(0), module, options, kernels);
    if (step.kind != LaunchStep::Kind::launch) continue;
    auto found = kernels.find(step.kernel);
    if (found == kernels.end())
      found = kernels.emplace(step.kernel, module.compile(step.kernel, options)).first;
    check_fits(step, found->second);
  }
}

/// Throws Error unless the module has a variable, or a texture reference, of this name; returns its size.
std::uint64_t variable_in(const ptx::PtxModule& module, const std::string& name, const std::string& place,
                          bool texture) {
  std::vector<std::string> known;
  for (const ptx::ModuleVariable& v : module.variables()) {
    if ((v.kind == ptx::ModuleVariable::Kind::texture) != texture) continue;
    if (v.name == name) return v.bytes;
    known.push_back(v.name);
  }
  throw Error({.place = place,
               .what = texture ? "the module has no such texture" : "the module has no such variable",
               .value = name,
               .legal = known.empty() ? "it has none" : fmt::format("{}", fmt::join(known, ", ")),
               .nearest = nearest_name(name, known)});
}

}  // namespace

void check_fits(const LaunchFile& launch, const std::vector<std::string>& ptx,
                const ptx::BuildOptions& options) {
  ptx::PtxModule module(ptx::read_files(ptx));
  for (const LaunchBuffer& buffer : launch.buffers)
    if (!buffer.symbol.empty()) check_symbol(buffer, variable_in(module, buffer.symbol, buffer.place, false));
  for (const LaunchTexture& texture : launch.textures)
    if (!texture.reference.empty()) variable_in(module, texture.reference, texture.place, true);
  std::map<std::string, ptx::Kernel> kernels;
  check_steps(launch.steps, module, options, kernels);
}

WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch) {
  return run_launch(context, module, launch, {});
}

WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch,
                          const WritePlaces& places) {
  LaunchRun run(context, module, launch);
  run.run(launch.steps);
  WorkloadResult result;
  std::vector<std::vector<std::byte>> after(launch.buffers.size());
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    const LaunchBuffer& b = launch.buffers[i];
    if (!b.checked && !b.read && b.write.empty()) continue;
    after[i] = run.content(i);
    if (b.read) read_back(result, b, after[i]);
    if (b.checked)
      with_type(b.type, [&]<class T>(T) {
        result.compare<T>(b.name, elements_of<T>(b.expected), elements_of<T>(after[i]), b.tolerance, b.ulp);
      });
  }
  write_buffers(launch, places, after);
  return result;
}

}  // namespace heddle
