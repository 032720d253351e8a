// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/verilator.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/cosim/rtl/verilate.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Longer than any design that fits a block takes; RTL that is computed while it is read may never end.
constexpr unsigned most_seconds = 600;

/// Of a user's RTL: a clock has no unit of time here, so delays are ignored, and time scales with them.
const std::vector<std::string> for_users{"-Wno-fatal", "-Wno-STMTDLY", "-Wno-ASSIGNDLY", "-Wno-TIMESCALEMOD"};

/// Messages that Verilator calls errors though they can be waived like warnings.
constexpr std::array waivable{"ASSIGNIN",   "BADSTDPRAGMA", "BLKANDNBLK", "BLKLOOPINIT",
                              "CONTASSREG", "ENCAPSULATED", "ENDLABEL",   "ENUMVALUE",
                              "IMPURE",     "PKGNODECL",    "PROCASSWIRE"};

struct Message {
  bool error = false;
  std::string code, place, text;  ///< code and place may be empty
  bool internal = false;          ///< Verilator has failed
};

std::vector<Message> messages_of(const std::string& output) {
  static const std::regex line(
      "%(Error|Warning)(?:-([A-Z0-9]+))?: (Internal Error: )?(?:([^\\s:]+:[0-9]+:[0-9]+): )?"
      "(?:\\.\\./V3\\w+\\.cpp:[0-9]+: )?(.*)");
  std::vector<Message> all;
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) {
    std::smatch m;
    if (!std::regex_match(text, m, line)) continue;  // others quote the RTL
    if (m[5].str().starts_with("Exiting due to")) continue;
    all.push_back({m[1] == "Error", m[2], m[4], m[5], m[3].matched});
  }
  return all;
}

bool can_be_waived(const Message& m) {
  return !m.code.empty() &&
         (!m.error || std::find(waivable.begin(), waivable.end(), m.code) != waivable.end());
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Returns the first message, without its decoration.
Error explain(const RtlSource& source, const Message& m) {
  if (m.text.find("--top-module") != std::string::npos)
    return Error({.place = source.file.string(),
                  .what = fmt::format("the RTL holds no module called {}", source.block),
                  .legal = fmt::format("module {} at the top", source.block)});
  if (m.text.starts_with("Invalid option: --xml-only"))
    return Error({.what = "this Verilator writes no XML of the RTL, which Heddle reads",
                  .value = verilator_version(),
                  .legal = "a version with the option --xml-only, such as Debian 12's 5.006"});
  if (m.internal)
    return Error({.place = m.place.empty() ? source.file.string() : m.place,
                  .what = "Verilator fails at this RTL, by an error of its own: " + m.text,
                  .legal = "what stands there, in other constructs"});
  std::string legal;
  if (m.code == "NOTIMING") legal = "processes with one event control, at their beginning, and no waits";
  return Error({.place = m.place.empty() ? source.file.string() : m.place,
                .what = fmt::format("Verilator does not accept the RTL: {}{}", m.text,
                                    m.code.empty() ? "" : fmt::format(" ({})", m.code)),
                .legal = legal});
}

/// Returns one message about all warnings: the first of each kind, and how many more there are of it.
Error explain(const RtlSource& source, const std::vector<Message>& warnings) {
  std::vector<std::string> codes;
  for (const Message& m : warnings)
    if (std::find(codes.begin(), codes.end(), m.code) == codes.end()) codes.push_back(m.code);
  std::string text;
  for (const std::string& code : codes) {
    const auto is_it = [&](const Message& m) { return m.code == code; };
    const Message& first = *std::find_if(warnings.begin(), warnings.end(), is_it);
    const auto more = std::count_if(warnings.begin(), warnings.end(), is_it) - 1;
    text += fmt::format("{}{} ({}{})",
                        text.empty()          ? ""
                        : first.place.empty() ? "; "
                                              : fmt::format("; {}: ", first.place),
                        first.text, code, more == 0 ? "" : fmt::format(", and {} more", more));
  }
  return Error({.place = warnings[0].place.empty() ? source.file.string() : warnings[0].place,
                .what = "Verilator does not accept the RTL: " + text,
                .legal = source.users ? fmt::format("RTL without {}, or --allow {}",
                                                    codes.size() > 1 ? "these warnings" : "this warning",
                                                    fmt::join(codes, ","))
                                      : ""});
}

/// Messages name files as the user does.
void name_as_given(const std::vector<fs::path>& files, std::string& output) {
  for (const fs::path& file : files) {
    const std::string told = verilator_path(file), given = file.string();
    if (told == given) continue;
    for (std::size_t at = 0; (at = output.find(told, at)) != std::string::npos; at += given.size())
      output.replace(at, told.size(), given);
  }
}

/// The program that `verilator`, a script of Perl, would start: starting Perl takes longer than reading a
/// small module. It is `verilator` itself if it is another script or if the environment says what it shall
/// start.
std::string verilator_program() {
  const std::string script = "verilator";
  for (const char* variable : {"VERILATOR_BIN", "VERILATOR_ROOT", "VERILATOR_TEST_FLAGS"})
    if (std::getenv(variable) != nullptr) return script;
  const fs::path found = program_on_path(script);
  if (found.empty()) return script;
  std::error_code none;
  const fs::path program = fs::canonical(found, none).parent_path() / "verilator_bin";
  std::string interpreter;
  std::getline(std::ifstream(found), interpreter);
  const bool known = interpreter.starts_with("#!") && interpreter.find("perl") != std::string::npos;
  return known && ::access(program.c_str(), X_OK) == 0 ? program.string() : script;
}

CommandResult call(const RtlSource& source, const std::vector<std::string>& mode,
                   const std::set<std::string>& waived, const std::vector<std::string>& more) {
  verilator_version();  // tells what to install where there is none
  std::vector<std::string> command;
  const auto add = [&](const std::vector<std::string>& words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  add(mode);
  add(verilator_options(source));
  if (!waived.empty()) command.push_back("-Wno-fatal");
  for (const std::string& code : waived) command.push_back("-Wno-" + code);
  std::vector<fs::path> files = files_to_read_first(source);
  files.push_back(source.file);
  for (const fs::path& file : files) command.push_back(verilator_path(file));
  add(more);
  CommandResult result = call_verilator(command, source.users ? most_seconds : 0);
  name_as_given(files, result.output);
  if (result.exit_code == CommandResult::timed_out)
    throw Error({.place = source.file.string(),
                 .what = fmt::format("Verilator has not read the RTL within {} s", most_seconds)});
  return result;
}

}  // namespace

std::vector<std::string> verilator_options(const RtlSource& source) {
  std::vector<std::string> words;
  if (source.users) words = for_users;
  for (const fs::path& f : source.folders) words.push_back("-I" + f.string());
  for (const std::string& define : source.defines) words.push_back("-D" + define);
  for (const std::string& warning : source.allowed)
    if (warning != reaching_outside) words.push_back("-Wno-" + warning);
  for (const auto& [name, value] : source.parameters) words.push_back(fmt::format("-G{}={}", name, value));
  words.insert(words.end(), {"--top-module", source.block});
  return words;
}

std::string verilator_path(const fs::path& file) { return fs::absolute(file).string(); }

CommandResult call_verilator(std::vector<std::string> arguments, unsigned seconds) {
  arguments.insert(arguments.begin(), verilator_program());
  return run_command(arguments, seconds, StackLimit::highest);
}

std::string run_verilator(const RtlSource& source, const std::vector<std::string>& mode, bool only_read,
                          const std::vector<std::string>& more) {
  std::set<std::string> waived;
  if (only_read) waived.insert(waivable.begin(), waivable.end());
  std::vector<Message> warnings;
  for (;;) {
    const CommandResult result = call(source, mode, waived, more);
    if (only_read && result.exit_code == 0) return result.output;
    std::vector<Message> messages = messages_of(result.output);
    if (only_read) std::erase_if(messages, [](const Message& m) { return !m.error; });
    const auto hard =
        std::find_if(messages.begin(), messages.end(), [](const Message& m) { return !can_be_waived(m); });
    if (hard != messages.end()) throw explain(source, *hard);
    if (result.exit_code > 128)
      throw Error({.place = source.file.string(),
                   .what = fmt::format("Verilator fails at this RTL: signal {}", result.exit_code - 128)});
    // What is behind such an error is only told without it.
    bool again = false;
    for (Message& m : messages) {
      if (m.error) again = waived.insert(m.code).second || again;
      const auto same = [&](const Message& w) { return w.place == m.place && w.text == m.text; };
      if (std::none_of(warnings.begin(), warnings.end(), same)) warnings.push_back(std::move(m));
    }
    if (again) continue;
    if (!warnings.empty()) throw explain(source, warnings);
    if (result.exit_code != 0)
      throw Error({.place = source.file.string(), .what = "Verilator fails: " + first_line(result.output)});
    return result.output;
  }
}

}  // namespace heddle
