// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::compile {

/// A compiler of CUDA C++.
struct Compiler {
  std::filesystem::path program{};
  bool is_nvcc = false;

  /// The options that say what language a .cu file has.
  std::vector<std::string> language() const;
  /// The command that writes `ptx`; `more` are options of the user's.
  std::vector<std::string> command(const std::filesystem::path& source, const std::filesystem::path& ptx,
                                   const std::vector<std::string>& more) const;
};

/// The compiler of this name or path; of an empty name the first that there is: nvcc, which has CUDA's own
/// functions of mathematics, then clang++, the newest first. Throws Error when there is none.
Compiler find_compiler(const std::string& name);

}  // namespace heddle::compile
