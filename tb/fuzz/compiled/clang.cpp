// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/compiled/clang.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "models/base/error.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/fuzz/compiled/cpp_printer.hpp"

namespace heddle::fuzz {
namespace fs = std::filesystem;
namespace {

/// Debian names the program after its version; only the package `clang` brings the plain name.
std::string find_clang() {
  for (const char* name : {"clang++", "clang++-14", "clang++-19"}) {
    try {
      if (run_command({name, "--version"}).exit_code == 0) return name;
    } catch (const Error&) {  // try the next name
    }
  }
  throw Error({.place = "PATH",
               .what = "the program clang++, which heddle fuzz --compiled needs, is not installed",
               .legal = "apt-get install clang"});
}

const std::string& clang() {
  static const std::string found = find_clang();
  return found;
}

void compile(std::vector<std::string> options, const fs::path& source) {
  // The kernels rely on exact arithmetic, so that nothing may be contracted; and they access values through
  // pointers to other types.
  options.insert(options.begin(), {clang(), "-w", "-ffp-contract=off", "-fno-strict-aliasing", "-std=c++17"});
  options.push_back(source.string());
  const CommandResult result = run_command(options);
  if (result.exit_code != 0)
    throw Error({.place = "the random kernel", .what = "clang does not compile it: " + result.output});
}

}  // namespace

void require_clang() { static_cast<void>(clang()); }

void compile_library(const fs::path& source, const fs::path& library,
                     const std::vector<std::string>& more_options) {
  std::vector<std::string> options{"-O1", "-fPIC", "-shared", "-o", library.string()};
  options.insert(options.end(), more_options.begin(), more_options.end());
  compile(options, source);
}

ClangKernel::ClangKernel(const KernelTree& kernel, unsigned level) : source_(cpp_of(kernel)) {
  const fs::path file = folder_.path() / "kernel.cpp", ptx = folder_.path() / "kernel.ptx";
  WholeFile(file).write(source_);
  compile_library(file, library());
  compile(
      {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-Xclang", "-target-feature", "-Xclang",
       "+ptx60", "-nocudainc", "-nocudalib", fmt::format("-O{}", level), "-S", "-o", ptx.string()},
      file);
  std::ifstream in(ptx);
  ptx_.assign(std::istreambuf_iterator<char>(in), {});
}

}  // namespace heddle::fuzz
