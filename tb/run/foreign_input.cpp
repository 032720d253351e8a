// SPDX-License-Identifier: Apache-2.0
#include "tb/run/foreign_input.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// A sort of file, recognised by the end of its name or by its first bytes.
struct ForeignInput {
  std::string_view ending, begins, what, legal;
};

constexpr std::string_view as_ptx = "its PTX: cuobjdump -ptx FILE, or nvcc -ptx from the source";

constexpr std::array foreign_inputs{
    ForeignInput{".cubin", "", "a cubin holds machine code of a real GPU, and Heddle runs PTX", as_ptx},
    ForeignInput{".fatbin", "\x50\xed\x55\xba", "a fatbin holds kernels of a real GPU, and Heddle runs PTX",
                 as_ptx},
    ForeignInput{"",
                 "\x7f"
                 "ELF",
                 "this is a compiled program or object (ELF), and Heddle runs PTX",
                 "heddle exec FILE runs a CUDA program as it is: tb/exec/README.md; or its kernels' PTX: "
                 "cuobjdump -ptx FILE"},
    ForeignInput{
        ".cu", "", "CUDA C++ is compiled to PTX first",
        "heddle compile FILE.cu makes it, and a launch file; then heddle run FILE.ptx --launch FILE.yaml"},
    ForeignInput{".cuh", "", "CUDA C++ is compiled to PTX first",
                 "a .cu file that includes it: heddle compile FILE.cu"},
    ForeignInput{
        ".traceg", "", "this is a trace of machine instructions, without values, for Accel-Sim",
        "the kernel's PTX with a launch file, or a recording of the application: tb/recording/README.md"},
    ForeignInput{
        "kernelslist.g", "", "this is a list of traces of machine instructions for Accel-Sim",
        "the kernels' PTX with a launch file, or a recording of the application: tb/recording/README.md"},
    ForeignInput{"gpgpusim.config", "", "this is a configuration of GPGPU-Sim, and no program",
                 "a GPU file for --gpu: heddle import FILE --out gpu.yaml makes one of it"},
};

}  // namespace

void refuse_foreign_input(const std::string& target) {
  std::string first(4, '\0');
  if (fs::is_regular_file(target)) std::ifstream(target, std::ios::binary).read(first.data(), 4);
  for (const ForeignInput& kind : foreign_inputs) {
    const bool named = !kind.ending.empty() && target.ends_with(kind.ending);
    if (named || (!kind.begins.empty() && first == kind.begins))
      throw Error({.place = "command line",
                   .what = std::string(kind.what),
                   .value = target,
                   .legal = std::string(kind.legal)});
  }
}

std::vector<std::string> ptx_files(const std::string& target, const std::vector<std::string>& linked) {
  std::vector<std::string> files{target};
  files.insert(files.end(), linked.begin(), linked.end());
  return files;
}

void refuse_unlinkable(const std::string& target, const std::vector<std::string>& linked) {
  for (const std::string& file : linked) {
    refuse_foreign_input(file);
    if (!target.ends_with(".ptx"))
      throw Error(
          {.place = "command line",
           .what = fmt::format("further PTX files are linked with a PTX file, and '{}' is none", target),
           .value = file,
           .legal = "FILE.ptx FILE.ptx ..."});
    if (!file.ends_with(".ptx"))
      throw Error(
          {.place = "command line", .what = "only PTX files are linked", .value = file, .legal = "FILE.ptx"});
  }
}

}  // namespace heddle
