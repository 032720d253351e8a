// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/yosys_script.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"

namespace heddle::estimate {

namespace fs = std::filesystem;

std::string quoted(const fs::path& path) {
  const std::string text = fs::absolute(path).string();
  if (text.find_first_of("\"\\\n;") != std::string::npos)
    throw Error(
        {.place = text, .what = "yosys takes no path with quotes, backslashes, semicolons or line ends"});
  return fmt::format("\"{}\"", text);
}

std::string parameter_command(const RtlSource& source) {
  if (source.parameters.empty()) return "";
  std::string text = "chparam";
  for (const auto& [name, value] : source.parameters) text += fmt::format(" -set {} {}", name, value);
  return text + " " + source.block;
}

std::string read_command(const RtlSource& source, std::span<const fs::path> files, std::string_view options) {
  std::string text = fmt::format("read_verilog -sv {}", options);
  for (const fs::path& folder : source.folders) text += fmt::format(" -I{}", fs::absolute(folder).string());
  for (const std::string& define : source.defines) text += fmt::format(" -D{}", define);
  for (const fs::path& file : files)
    if (file.extension() == ".sv" || file.extension() == ".v") text += " " + quoted(file);
  text += "\n";
  return text + parameter_command(source) + "\n";
}

std::string read_command(const RtlSource& source) { return read_command(source, files_of(source)); }

}  // namespace heddle::estimate
