// SPDX-License-Identifier: Apache-2.0
#include "tb/compile/compiler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle::compile {
namespace {

namespace fs = std::filesystem;

/// In the order in which they are looked for; a path where Debian's package or NVIDIA's installer puts it.
const std::vector<std::string> known{"nvcc",       "/usr/local/cuda/bin/nvcc",
                                     "clang++-19", "clang++-18",
                                     "clang++-17", "clang++-16",
                                     "clang++-15", "clang++-14",
                                     "clang++"};

fs::path found(const std::string& name) {
  if (name.find('/') == name.npos) return program_on_path(name);
  return ::access(name.c_str(), X_OK) == 0 && !fs::is_directory(name) ? fs::path(name) : fs::path();
}

}  // namespace

std::vector<std::string> Compiler::language() const {
  // No contraction, so that results do not depend on the compiler (tb/workloads/compile_ptx).
  if (is_nvcc) return {"-arch=compute_75", "-std=c++17", "-fmad=false"};
  return {"-x",
          "cuda",
          "--cuda-path=/nonexistent",
          "-nocudainc",
          "-nocudalib",
          "-O2",
          "-std=c++17",
          "-ffp-contract=off",
          "-I" + data_file("tb/workloads").string(),
          "-I" + data_file("tb/compile/include").string(),
          "-include",
          "heddle_cuda.hpp"};
}

std::vector<std::string> Compiler::command(const fs::path& source, const fs::path& ptx,
                                           const std::vector<std::string>& more) const {
  std::vector<std::string> words{program.string()};
  if (is_nvcc)
    words.push_back("-ptx");
  else
    words.insert(words.end(), {"--cuda-device-only", "--cuda-gpu-arch=sm_50", "-S", "-Xclang",
                               "-target-feature", "-Xclang", "+ptx60"});
  const std::vector<std::string> options = language();
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {source.string(), "-o", ptx.string()});
  return words;
}

Compiler find_compiler(const std::string& name) {
  for (const std::string& candidate : name.empty() ? known : std::vector{name})
    if (const fs::path program = found(candidate); !program.empty())
      return {program, program.filename().string().starts_with("nvcc")};
  throw Error({.place = "command line",
               .what = "there is no compiler of CUDA C++",
               .value = name,
               .legal = "nvcc, or Debian's package clang; --compiler names one"});
}

}  // namespace heddle::compile
