// Runs the launches that a launch file describes.
#include <fmt/format.h>

#include <cstring>
#include <map>

#include "models/base/error.hpp"
#include "models/base/whole_file.hpp"
#include "tb/workloads/launch_content.hpp"
#include "tb/workloads/launch_file.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

template <class T>
std::vector<T> elements_of(const std::vector<std::byte>& bytes) {
  std::vector<T> all(bytes.size() / sizeof(T));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

void write_whole(const LaunchBuffer& argument, const std::vector<std::byte>& bytes) {
  try {
    WholeFile(argument.write).write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const Error& error) {
    Problem problem = error.problem();
    problem.place = argument.place;
    throw Error(std::move(problem));
  }
}

/// Returns the bytes of one argument in the parameter block: the scalar itself, or the buffer's address.
std::vector<std::byte> parameter_bytes(const LaunchArgument& argument, std::uint32_t size,
                                       DevicePointer address) {
  if (!argument.buffer) return argument.scalar;
  if (size < sizeof address && (address >> (8 * size)) != 0)
    throw Error({.place = argument.place,
                 .what = "the buffer's address does not fit the kernel's 32-bit parameter",
                 .value = fmt::format("{:#x}", address)});
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &address, size);
  return bytes;
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
    const bool fits = argument.buffer ? parameter.size == 4 || parameter.size == 8
                                      : parameter.size == argument.scalar.size();
    if (fits) continue;
    throw Error({.place = argument.place,
                 .what = fmt::format("argument {} ({}) does not fit the kernel's parameter {}", i,
                                     argument.name, parameter.name),
                 .value = argument.buffer
                              ? "a buffer's address"
                              : fmt::format("{}, {} bytes", name_of(argument.type), argument.scalar.size()),
                 .legal = fmt::format("{} bytes", parameter.size)});
  }
}

void check_fits(const LaunchFile& launch, const std::string& ptx, const ptx::BuildOptions& options) {
  std::map<std::string, ptx::Kernel> kernels;
  for (const LaunchStep& step : launch.steps) {
    if (step.kind != LaunchStep::Kind::launch) continue;
    auto found = kernels.find(step.kernel);
    if (found == kernels.end())
      found = kernels.emplace(step.kernel, ptx::load_kernel(ptx, step.kernel, options)).first;
    check_fits(step, found->second);
  }
}

namespace {

void launch_step(const Module& module, const LaunchStep& step, const std::vector<DevicePointer>& memories) {
  const LaunchShape shape{.grid = step.grid, .cta = step.cta, .shared_bytes = step.shared_bytes};
  const Function function = module.function(step.kernel);
  const ptx::Kernel& kernel = function.kernel(shape);
  check_fits(step, kernel);
  std::vector<std::byte> block(kernel.parameter_bytes);
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const LaunchArgument& argument = step.arguments[i];
    const ptx::Parameter& parameter = kernel.parameters[i];
    const auto bytes =
        parameter_bytes(argument, parameter.size, argument.buffer ? memories[argument.memory] : 0);
    std::memcpy(block.data() + parameter.offset, bytes.data(), bytes.size());
  }
  function.launch_block(shape, block);
}

}  // namespace

WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch) {
  std::vector<DevicePointer> memories;
  for (const LaunchBuffer& buffer : launch.buffers) memories.push_back(context.upload(buffer.content));
  for (const LaunchStep& step : launch.steps) {
    if (step.kind == LaunchStep::Kind::launch)
      launch_step(module, step, memories);
    else if (step.kind == LaunchStep::Kind::copy)
      context.copy_on_device(memories[step.to], memories[step.from], launch.buffers[step.to].content.size());
    else
      context.copy_to_device(memories[step.to], step.content);
  }

  WorkloadResult result;
  std::vector<std::vector<std::byte>> after(launch.buffers.size());
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    const LaunchBuffer& b = launch.buffers[i];
    if (!b.checked && b.write.empty()) continue;
    after[i] = context.download<std::byte>(memories[b.memory], b.content.size());
    if (b.checked)
      with_type(b.type, [&]<class T>(T) {
        result.compare<T>(b.name, elements_of<T>(b.expected), elements_of<T>(after[i]), b.tolerance);
      });
  }
  for (std::size_t i = 0; i < launch.buffers.size(); ++i)
    if (!launch.buffers[i].write.empty()) write_whole(launch.buffers[i], after[i]);
  return result;
}

}  // namespace heddle
