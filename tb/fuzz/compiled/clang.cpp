#include "tb/fuzz/compiled/clang.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "models/base/error.hpp"
#include "tb/cosim/command.hpp"
#include "tb/fuzz/compiled/cpp_printer.hpp"

namespace heddle::fuzz {
namespace fs = std::filesystem;
namespace {

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "heddle-fuzz-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw Error({.what = "no folder can be made for clang's files", .value = name});
  return name;
}

/// Debian names the program after its version, unless the package `clang` is there.
std::string find_clang() {
  for (const char* name : {"clang++", "clang++-14", "clang++-19"}) {
    try {
      if (run_command({name, "--version"}).exit_code == 0) return name;
    } catch (const Error&) {  // the next one
    }
  }
  throw Error({.place = "heddle fuzz --compiled",
               .what = "clang++ is not found; Debian: apt-get install clang-14",
               .value = "PATH"});
}

const std::string& clang() {
  static const std::string found = find_clang();
  return found;
}

void compile(std::vector<std::string> options, const fs::path& source) {
  // The kernels' arithmetic is exact: nothing may be contracted, and types are punned.
  options.insert(options.begin(), {clang(), "-w", "-ffp-contract=off", "-fno-strict-aliasing", "-std=c++17"});
  options.push_back(source.string());
  const CommandResult result = run_command(options);
  if (result.exit_code != 0)
    throw Error({.place = "the random kernel", .what = "clang does not compile it: " + result.output});
}

}  // namespace

void require_clang() { static_cast<void>(clang()); }

ClangKernel::ClangKernel(const KernelTree& kernel, unsigned level)
    : folder_(new_folder()), source_(cpp_of(kernel)) {
  const fs::path file = folder_ / "kernel.cpp", ptx = folder_ / "kernel.ptx";
  std::ofstream(file) << source_;
  compile({"-O1", "-fPIC", "-shared", "-o", library().string()}, file);
  compile({"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib",
           fmt::format("-O{}", level), "-S", "-o", ptx.string()},
          file);
  std::ifstream in(ptx);
  ptx_.assign(std::istreambuf_iterator<char>(in), {});
}

ClangKernel::~ClangKernel() {
  std::error_code none;
  fs::remove_all(folder_, none);
}

}  // namespace heddle::fuzz
