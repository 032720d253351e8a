// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/converter.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"

namespace heddle::lower {
namespace fs = std::filesystem;
namespace {

bool installed(const char* program) { return !program_on_path(program).empty(); }

/// Is the command part of this yosys, or of its plug-in?
bool yosys_has_slang(const std::vector<std::string>& options) {
  std::vector<std::string> command{"yosys"};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {"-p", "help read_slang"});
  const CommandResult help = run_command(command, 20);
  return help.exit_code == 0 && help.output.find("No such command") == std::string::npos;
}

std::vector<std::string> files_to_read(const RtlSource& source) {
  std::vector<std::string> files;
  for (const fs::path& file : files_of(source))
    if (file.extension() == ".sv" || file.extension() == ".v") files.push_back(file.string());
  return files;
}

std::string checked(const char* program, const std::vector<std::string>& command) {
  const CommandResult result = run_command(command, 600);
  if (result.exit_code != 0)
    throw Error({.place = program,
                 .what = "the program does not accept the RTL",
                 .value = result.output.substr(0, result.output.find('\n'))});
  return result.output;
}

std::string by_sv2v(const RtlSource& source) {
  std::vector<std::string> command{"sv2v", "--top=" + source.block};
  for (const fs::path& folder : source.folders) command.push_back("--incdir=" + folder.string());
  for (const std::string& define : source.defines) command.push_back("--define=" + define);
  for (std::string& file : files_to_read(source)) command.push_back(std::move(file));
  return checked("sv2v", command);
}

std::string by_slang(const RtlSource& source, const std::vector<std::string>& options) {
  const ScratchFolder folder;
  const fs::path plain = folder.path() / "plain.v";
  std::string script = "read_slang --top " + source.block;
  for (const fs::path& f : source.folders) script += fmt::format(" -I {}", fs::absolute(f).string());
  for (const std::string& define : source.defines) script += " -D " + define;
  for (const auto& [name, value] : source.parameters) script += fmt::format(" -G {}={}", name, value);
  for (const std::string& file : files_to_read(source)) script += " " + fs::absolute(file).string();
  script += fmt::format("; proc; flatten; write_verilog -noattr {}", plain.string());
  std::vector<std::string> command{"yosys", "-q"};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {"-p", script});
  checked("yosys", command);
  return read_text_file(plain, "plain Verilog");
}

}  // namespace

std::optional<Converted> converted(const RtlSource& source) {
  if (installed("yosys"))
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, std::vector<std::string>{"-m", "slang"}})
      if (yosys_has_slang(options)) return Converted{by_slang(source, options), true};
  if (installed("sv2v")) return Converted{by_sv2v(source), false};
  return std::nullopt;
}

}  // namespace heddle::lower
