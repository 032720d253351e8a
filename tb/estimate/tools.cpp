// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/tools.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "models/base/error.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle::estimate {

namespace fs = std::filesystem;

void require(const Tool& tool) {
  if (!program_on_path(std::string(tool.program)).empty()) return;
  throw Error({.place = "PATH",
               .what = fmt::format("the program {} is not installed", tool.program),
               .legal = fmt::format("apt-get install {}", tool.package)});
}

std::string run_tool(const Tool& tool, const std::vector<std::string>& arguments, const fs::path& folder,
                     std::string_view doing) {
  require(tool);
  std::vector<std::string> words{"env", "-C", folder.string(), tool.program.data()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  CommandResult result = run_command(words, 1800);

  std::string complaint;
  std::istringstream lines(result.output);
  for (std::string line; complaint.empty() && std::getline(lines, line);)
    if (line.starts_with("Error") || line.find("ERROR:") != std::string::npos) complaint = line;
  if (complaint.empty() && result.exit_code == CommandResult::timed_out)
    complaint = "it did not finish within half an hour";
  if (complaint.empty() && result.exit_code != 0)
    complaint = fmt::format("it exited with {}", result.exit_code);
  if (!complaint.empty())
    throw Error(
        {.place = std::string(doing), .what = fmt::format("{} failed", tool.program), .value = complaint});
  return std::move(result.output);
}

void write_file(const fs::path& file, std::string_view text) { WholeFile(file).write(text); }

}  // namespace heddle::estimate
