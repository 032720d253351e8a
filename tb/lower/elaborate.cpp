#include "tb/lower/elaborate.hpp"

#include <fmt/format.h>

#include <regex>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "tb/cosim/command.hpp"
#include "tb/cosim/rtl_files.hpp"

namespace heddle::lower {
namespace fs = std::filesystem;
namespace {

Error complaint(const RtlSource& source, const std::string& output) {
  static const std::regex line("%(?:Error|Warning)(-[A-Z0-9]+)?: (?:([^\\s:]+:[0-9]+:[0-9]+): )?(.*)");
  std::smatch m;
  if (!std::regex_search(output, m, line))
    return Error(
        {.place = source.file.string(), .what = "Verilator fails: " + output.substr(0, output.find('\n'))});
  return Error({.place = m[2].matched ? m[2].str() : source.file.string(),
                .what = fmt::format("Verilator does not accept the RTL: {}{}", m[3].str(),
                                    m[1].matched ? fmt::format(" ({})", m[1].str().substr(1)) : "")});
}

}  // namespace

Node elaborate(const RtlSource& source) {
  const ScratchFolder folder;
  const fs::path xml = folder.path() / "elaborated.xml";
  // Hardware knows no delays. What the option -fno-dfg switches off moves expressions out of their scopes.
  std::vector<std::string> command{"verilator",    "--xml-only",  "--xml-output", xml.string(),
                                   "-fno-dfg",     "--no-timing", "-Wno-STMTDLY", "-Wno-ASSIGNDLY",
                                   "--top-module", source.block,  "--Mdir",       folder.path().string()};
  for (const fs::path& f : source.folders) command.push_back("-I" + f.string());
  for (const std::string& define : source.defines) command.push_back("-D" + define);
  for (const std::string& warning : source.allowed) command.push_back("-Wno-" + warning);
  for (const auto& [name, value] : source.parameters) command.push_back(fmt::format("-G{}={}", name, value));
  for (const fs::path& file : files_to_read_first(source)) command.push_back(file.string());
  command.push_back(source.file.string());
  if (const CommandResult r = run_command(command); r.exit_code != 0) throw complaint(source, r.output);
  return read_xml_tree(xml);
}

}  // namespace heddle::lower
