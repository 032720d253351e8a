// SPDX-License-Identifier: Apache-2.0
#include "tb/compile/program.hpp"

#include <fmt/format.h>

#include <fstream>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/exec/application.hpp"
#include "tb/exec/fat_binary.hpp"

namespace heddle::compile {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void must_run(const Compiler& compiler, const fs::path& source, const Words& words) {
  if (const CommandResult made = run_command(words); made.exit_code != 0)
    throw Error({.place = source.string(),
                 .what = fmt::format("{} refuses it: {}", compiler.program.string(), made.output)});
}

/// clang brings no linker of PTX into programs: kernels go into the host's object as a fat binary.
void make_by_clang(const Compiler& compiler, const fs::path& source, const std::string& ptx,
                   const fs::path& program, const Words& more) {
  const ScratchFolder scratch;
  const fs::path fat = scratch.path() / "kernels.fatbin", object = scratch.path() / "host.o";
  const std::vector<std::byte> bytes = exec::write_fat_binary(ptx, 50);
  std::ofstream(fat, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  Words words{compiler.program.string(),  "-c",      "--cuda-host-only", "-Xclang",
              "-fcuda-include-gpubinary", "-Xclang", fat.string(),       "-Xclang",
              "-target-sdk-version=10.1"};
  const Words language = compiler.language();
  words.insert(words.end(), language.begin(), language.end());
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {source.string(), "-o", object.string()});
  must_run(compiler, source, words);
  must_run(compiler, source,
           {compiler.program.string(), object.string(), (exec::runtime_folder() / "libcudart.so.13").string(),
            "-o", program.string()});
}

}  // namespace

void make_program(const Compiler& compiler, const fs::path& source, const std::string& ptx,
                  const fs::path& program, const Words& more) {
  if (!compiler.is_nvcc) return make_by_clang(compiler, source, ptx, program, more);
  Words words{compiler.program.string(), "--cudart=shared"};
  const Words language = compiler.language();
  words.insert(words.end(), language.begin(), language.end());
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {source.string(), "-o", program.string()});
  must_run(compiler, source, words);
}

}  // namespace heddle::compile
