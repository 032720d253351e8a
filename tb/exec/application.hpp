// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "models/host/context.hpp"

namespace heddle::exec {

/// A CUDA program that is run as it is.
struct Application {
  std::vector<std::string> words{};  ///< the program, and its arguments
  std::string gpu{};                 ///< the name of the GPU that it sees
  ptx::BuildOptions build{};
};

/// The folder with the library in place of the CUDA runtime: of the installation, else of the build.
std::filesystem::path runtime_folder();

/// Runs the program, with its kernels on the device, and returns its exit status: 128 + n when signal n ended
/// it. Throws Error when it cannot be started, when it uses no CUDA runtime that can be replaced, when it
/// calls what Heddle does not have, and whatever a launch throws that no program goes on after; the program
/// is ended then.
int run_application(Device& device, const GpuConfig& gpu, const Application& application);

}  // namespace heddle::exec
