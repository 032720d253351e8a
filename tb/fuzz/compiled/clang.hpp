// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/base/scratch_folder.hpp"
#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

/// Throws Error when clang++ is not found.
void require_clang();

/// Compiles C++ to a shared object for this machine, with the options used for kernels. Throws Error when
/// clang++ is not found, or does not compile it.
void compile_library(const std::filesystem::path& source, const std::filesystem::path& library,
                     const std::vector<std::string>& more_options = {});

/// Clang's outputs for a kernel in C++: its PTX at an optimisation level, and a shared object for this
/// machine. The files live as long as this object.
class ClangKernel {
 public:
  /// Throws Error when clang++ is not found, or does not compile the kernel.
  ClangKernel(const KernelTree& kernel, unsigned level);

  const std::string& source() const { return source_; }
  const std::string& ptx() const { return ptx_; }
  std::filesystem::path library() const { return folder_.path() / "kernel.so"; }

 private:
  ScratchFolder folder_;
  std::string source_, ptx_;
};

}  // namespace heddle::fuzz
