// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/vhdl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "models/base/content_hash.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/process/cache_folder.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/user_rtl.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Matches a whole word in any case, since VHDL is not case-sensitive.
std::regex word(std::string_view name) {
  return std::regex(fmt::format("\\b{}\\b", name), std::regex::icase);
}

Error complaint(const std::string& output, const fs::path& file) {
  static const std::regex line("([^\\s:]+:\\d+:\\d+)?:?\\s*(?:error: ?)?(.+)");
  std::smatch m;
  const std::string first = output.substr(0, output.find('\n'));
  std::regex_match(first, m, line);
  const bool placed = m.size() > 2 && m[1].matched;
  return Error({.place = placed ? m[1].str() : file.string(),
                .what = fmt::format("ghdl does not accept the VHDL: {}", placed ? m[2].str() : first)});
}

/// Blanks what stands behind -- and in strings.
std::string bare_vhdl(std::string text) {
  bool comment = false, quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') comment = quoted = false;
    comment = comment || (!quoted && text.compare(i, 2, "--") == 0);
    if (!comment && text[i] == '"') quoted = !quoted;
    if ((comment || quoted) && text[i] != '\n') text[i] = ' ';
  }
  return text;
}

/// Refuses names that VHDL cannot write a file or call C without: ghdl executes some of that while it reads.
void require_inside(const fs::path& file, const std::string& text) {
  static const std::regex names("\\b(write_mode|append_mode|file_open_kind|foreign)\\b", std::regex::icase);
  const std::string bare = bare_vhdl(text);
  std::smatch found;
  if (!std::regex_search(bare, found, names)) return;
  throw Error(
      {.place = fmt::format("{}:{}", file.string(), 1 + std::count(bare.begin(), found[0].first, '\n')),
       .what = "the RTL reaches outside of the simulation",
       .value = found.str(),
       .legal = fmt::format("RTL without it, or --allow {} if you trust it", reaching_outside)});
}

/// Longer than ghdl takes for a block; constants that are computed may never end.
constexpr unsigned most_seconds = 600;

}  // namespace

bool is_vhdl(const fs::path& file) { return file.extension() == ".vhd" || file.extension() == ".vhdl"; }

fs::path verilog_of_vhdl(std::string_view block, const std::vector<fs::path>& files,
                         RtlParameters& parameters, bool trusted) {
  std::string all;
  ContentHash hash;
  hash.add(block);
  for (const fs::path& file : files) {
    const std::string text = read_text_file(file, "VHDL");
    if (!trusted) require_inside(file, text);
    all += text;
    hash.add(text);
  }
  std::vector<std::string> command{"ghdl", "--synth", "--std=08", "--out=verilog"};
  for (auto it = parameters.begin(); it != parameters.end();) {
    if (!std::regex_search(all, word(it->first))) {
      ++it;
      continue;
    }
    command.push_back(fmt::format("-g{}={}", it->first, it->second));
    hash.add(command.back());
    it = parameters.erase(it);
  }
  const fs::path verilog = cache_folder() / "vhdl" / fmt::format("{}-{}.v", block, hash.text());
  if (fs::exists(verilog)) {
    used_from_cache(verilog);
    return verilog;
  }
  for (const fs::path& file : files) command.push_back(fs::absolute(file).string());
  command.insert(command.end(), {"-e", std::string(block)});
  CommandResult made;
  try {
    made = run_command(command, most_seconds);
  } catch (const Error&) {
    throw Error({.place = files.back().string(),
                 .what = "VHDL needs the program ghdl, which is not installed",
                 .legal = "apt-get install ghdl, or RTL in SystemVerilog or Verilog"});
  }
  if (made.exit_code == CommandResult::timed_out)
    throw Error({.place = files.back().string(),
                 .what = fmt::format("ghdl has not read the VHDL within {} s", most_seconds)});
  if (made.exit_code != 0) throw complaint(made.output, files.back());
  const std::size_t module = made.output.find("module ");
  const std::regex top(fmt::format("\\bmodule {}\\b", block), std::regex::icase);
  fs::create_directories(verilog.parent_path());
  WholeFile(verilog).write(std::regex_replace(made.output.substr(std::min(module, made.output.size())), top,
                                              fmt::format("module {}", block)));
  used_from_cache(verilog);
  return verilog;
}

}  // namespace heddle
