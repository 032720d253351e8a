#pragma once

#include <filesystem>
#include <string>

#include "tb/fuzz/kernel_tree.hpp"

namespace heddle::fuzz {

/// Throws Error when clang++ is not found.
void require_clang();

/// What clang makes of a kernel in C++: its PTX at an optimisation level, and a shared object for this
/// machine. The files live as long as this object.
class ClangKernel {
 public:
  /// Throws Error when clang++ is not found, or does not compile the kernel.
  ClangKernel(const KernelTree& kernel, unsigned level);
  ~ClangKernel();
  ClangKernel(const ClangKernel&) = delete;

  const std::string& source() const { return source_; }
  const std::string& ptx() const { return ptx_; }
  std::filesystem::path library() const { return folder_ / "kernel.so"; }

 private:
  std::filesystem::path folder_;
  std::string source_, ptx_;
};

}  // namespace heddle::fuzz
