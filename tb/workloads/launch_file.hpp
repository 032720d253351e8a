#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "models/host/context.hpp"
#include "tb/workloads/launch_config.hpp"
#include "tb/workloads/result.hpp"

namespace heddle {

/// One argument, with its content made.
struct LaunchArgument {
  std::string name{}, place{};  ///< place: file:line:column
  ElementType type{};
  bool buffer = false;
  std::vector<std::byte> content{};  ///< the scalar, or what the buffer holds before the launch
  bool checked = false;
  std::vector<std::byte> expected{};  ///< when checked: as long as `content`
  double tolerance = 0;               ///< see WorkloadResult::compare
  std::filesystem::path write{};      ///< empty: the buffer is not written to a file
};

/// One kernel launch that YAML describes.
struct LaunchFile {
  std::string file{}, kernel{}, kernel_place{}, arguments_place{};
  Dim3 grid{}, cta{};
  std::uint32_t shared_bytes = 0;  ///< dynamic, a CTA
  std::vector<LaunchArgument> arguments{};
};

/// Reads and checks a launch file and makes the contents of its buffers. Throws Error with file:line:column
/// for unknown keys, wrong types, values out of range, keys that contradict each other, and files that are
/// missing or of the wrong size.
LaunchFile load_launch_file(const std::string& path);

/// Throws Error unless the arguments are as many as the kernel's parameters and each has its parameter's
/// size.
void check_fits(const LaunchFile& launch, const ptx::Kernel& kernel);

/// Runs the kernel on `device`, compares the buffers that have an expectation and writes those that have a
/// file: each is written whole or not at all, and none before all have been read back. `checked` of the
/// result is 0 when nothing was expected.
WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch);

}  // namespace heddle
