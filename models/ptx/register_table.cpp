// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/register_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/ptx/load.hpp"

namespace heddle::ptx {
namespace {

std::string place_of(const Kernel& kernel) { return fmt::format("{}: kernel {}", kernel.file, kernel.name); }

}  // namespace

RegisterTable register_table(const Kernel& kernel) {
  std::vector<PtxFile> files;
  for (std::size_t p = 0; p < kernel.files->parts().size(); ++p)
    if (const std::string& name = kernel.files->parts()[p].file; !name.empty())
      files.push_back({std::string(kernel.files->text_of(p)), name});
  RegisterTable table;
  BuildOptions options;
  options.registers = &table;
  options.divergence = kernel.divergence;
  options.code_generation = kernel.code_generation;
  const Kernel again = PtxModule(files).compile(kernel.name, options);
  if (kernel.spilled_registers != 0 || again.spilled_registers != 0)
    throw Error(
        {.place = place_of(kernel),
         .what = "registers cannot be named, because some of them live in memory",
         .value = fmt::format("{} registers", std::max(kernel.spilled_registers, again.spilled_registers)),
         .legal = "a kernel all of whose registers fit"});
  if (again.code.size() != kernel.code.size() || again.registers != kernel.registers)
    throw Error({.place = place_of(kernel),
                 .what = "registers cannot be named, because a technique has changed the code",
                 .legal = "the kernel as it is in its file"});
  return table;
}

const NamedRegister& register_of(const RegisterTable& table, std::string_view name, const Kernel& kernel) {
  const auto named = [name](const NamedRegister& r) { return r.name == name; };
  const auto count = std::count_if(table.begin(), table.end(), named);
  if (count == 1) return *std::find_if(table.begin(), table.end(), named);
  throw Error({.place = place_of(kernel),
               .what = count == 0 ? "the kernel has no such register"
                                  : "several registers of the kernel have this name",
               .value = std::string(name),
               .legal = "a register of the kernel itself, as its PTX file names it"});
}

}  // namespace heddle::ptx
