#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/host/context.hpp"
#include "tb/workloads/launch_config.hpp"
#include "tb/workloads/result.hpp"

namespace heddle {

/// A buffer, with its content made.
struct LaunchBuffer {
  std::string name{}, place{};  ///< place: file:line:column
  ElementType type{};
  std::vector<std::byte> content{};  ///< before the first step
  bool checked = false;
  std::vector<std::byte> expected{};  ///< when checked: as long as `content`
  double tolerance = 0;               ///< see WorkloadResult::compare
  std::filesystem::path write{};      ///< empty: the buffer is not written to a file
  std::size_t memory = 0;             ///< the memory that it names after the last step: swaps exchange names
};

/// One argument of a launch.
struct LaunchArgument {
  std::string name{}, place{};
  ElementType type{};
  bool buffer = false;
  std::vector<std::byte> scalar{};  ///< its bytes, when it is no buffer
  std::size_t memory = 0;           ///< otherwise which of LaunchFile::buffers has the memory
};

/// One step; loops are unrolled, swaps are carried out, expressions evaluated.
struct LaunchStep {
  enum class Kind { launch, copy, fill } kind = Kind::launch;
  std::string kernel{}, kernel_place{}, arguments_place{};  ///< launch
  Dim3 grid{}, cta{};
  std::uint32_t shared_bytes = 0;  ///< dynamic, a CTA
  std::vector<LaunchArgument> arguments{};
  std::size_t from = 0, to = 0;      ///< copy: memories; fill: `to`
  std::vector<std::byte> content{};  ///< fill
};

/// The content of a launch file: buffers, and the steps on them.
struct LaunchFile {
  std::string file{};
  std::vector<LaunchBuffer> buffers{};  ///< memory i holds buffers[i].content at first
  std::vector<LaunchStep> steps{};
};

/// Reads and checks a launch file and makes the contents of its buffers. `sizes`: assignments to the file's
/// sizes, as `--size` gives them. Throws Error with file:line:column for unknown keys, wrong types, values
/// out of range, expressions without a value, keys that contradict each other, and files that are missing or
/// of the wrong size.
LaunchFile load_launch_file(const std::string& path, const std::vector<std::string>& sizes = {});

/// Throws Error unless the arguments are as many as the kernel's parameters and each has its parameter's
/// size.
void check_fits(const LaunchStep& step, const ptx::Kernel& kernel);
/// The same for every launch of the file, whose kernels are in the PTX file `ptx`.
void check_fits(const LaunchFile& launch, const std::string& ptx, const ptx::BuildOptions& options);

/// Does the steps on the device, compares the buffers that have an expectation and writes those that have a
/// file: each is written whole or not at all, and none before all have been read back. `checked` of the
/// result is 0 when nothing was expected.
WorkloadResult run_launch(Context& context, const Module& module, const LaunchFile& launch);

}  // namespace heddle
