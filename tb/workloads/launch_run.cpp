// Running what a launch file describes.
#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "models/base/error.hpp"
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

/// Writes beside the target and renames, so that a failure leaves no half file.
void write_whole(const LaunchArgument& argument, const std::vector<std::byte>& bytes) {
  const fs::path beside = argument.write.string() + ".partial";
  std::ofstream out(beside, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code failure;
  if (out) fs::rename(beside, argument.write, failure);
  if (out && !failure) return;
  std::error_code none;
  fs::remove(beside, none);
  throw Error(
      {.place = argument.place, .what = "the file cannot be written", .value = argument.write.string()});
}

/// The bytes of the parameter block for one argument: the scalar itself, or the buffer's address.
std::vector<std::byte> parameter_bytes(const LaunchArgument& argument, std::uint32_t size,
                                       DevicePointer address) {
  if (!argument.buffer) return argument.content;
  if (size < sizeof address && (address >> (8 * size)) != 0)
    throw Error({.place = argument.place,
                 .what = "the buffer's address does not fit the kernel's 32-bit parameter",
                 .value = fmt::format("{:#x}", address)});
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &address, size);
  return bytes;
}

}  // namespace

void check_fits(const LaunchFile& launch, const ptx::Kernel& kernel) {
  if (launch.arguments.size() != kernel.parameters.size())
    throw Error({.place = launch.arguments_place,
                 .what = fmt::format("wrong number of arguments for kernel {}", kernel.name),
                 .value = fmt::format("{}", launch.arguments.size()),
                 .legal = fmt::format("{}", kernel.parameters.size())});
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const LaunchArgument& argument = launch.arguments[i];
    const ptx::Parameter& parameter = kernel.parameters[i];
    const bool fits = argument.buffer ? parameter.size == 4 || parameter.size == 8
                                      : parameter.size == argument.content.size();
    if (fits) continue;
    throw Error({.place = argument.place,
                 .what = fmt::format("argument {} ({}) does not fit the kernel's parameter {}", i,
                                     argument.name, parameter.name),
                 .value = argument.buffer
                              ? "a buffer's address"
                              : fmt::format("{}, {} bytes", name_of(argument.type), argument.content.size()),
                 .legal = fmt::format("{} bytes", parameter.size)});
  }
}

WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch) {
  const LaunchShape shape{.grid = launch.grid, .cta = launch.cta, .shared_bytes = launch.shared_bytes};
  const Function function = module.function(launch.kernel);
  const ptx::Kernel& kernel = function.kernel(shape);
  check_fits(launch, kernel);
  std::vector<DevicePointer> addresses(launch.arguments.size(), 0);
  std::vector<std::byte> block(kernel.parameter_bytes);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (launch.arguments[i].buffer) addresses[i] = context.upload(launch.arguments[i].content);
    const ptx::Parameter& parameter = kernel.parameters[i];
    const auto bytes = parameter_bytes(launch.arguments[i], parameter.size, addresses[i]);
    std::memcpy(block.data() + parameter.offset, bytes.data(), bytes.size());
  }
  function.launch_block(shape, block);

  WorkloadResult result;
  std::vector<std::vector<std::byte>> after(launch.arguments.size());
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const LaunchArgument& a = launch.arguments[i];
    if (!a.checked && a.write.empty()) continue;
    after[i] = context.download<std::byte>(addresses[i], a.content.size());
    if (a.checked)
      with_type(a.type, [&]<class T>(T) {
        result.compare<T>(a.name, elements_of<T>(a.expected), elements_of<T>(after[i]), a.tolerance);
      });
  }
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (!launch.arguments[i].write.empty()) write_whole(launch.arguments[i], after[i]);
  return result;
}

}  // namespace heddle
