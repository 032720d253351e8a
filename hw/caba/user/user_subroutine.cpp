// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/user/user_subroutine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "hw/caba/user/live_code.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"

namespace heddle {

void UserSubroutineConfig::validate() const {
  const auto refuse = [](const char* key, const char* what, std::string value, std::string legal) {
    throw Error({.what = what, .value = std::move(value), .legal = std::move(legal), .key = key});
  };
  const auto part_of_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || !std::all_of(name.begin(), name.end(), part_of_word))
    refuse("name", "a subroutine has no name that can stand in results", name, "letters, digits and _");
  if (name == "high" || name == "low")
    refuse("name", "a subroutine has the name of a priority", name, "another word");
  if (file.empty()) refuse("file", "a subroutine has no code", file, "a PTX file");
  const bool of_any_line = event == AssistEventKind::cycles || event == AssistEventKind::fill;
  if (event == AssistEventKind::pc && line == 0)
    refuse("line", "the event pc needs the line of an instruction", "0", "a line of the PTX file");
  if (of_any_line && line != 0)
    refuse("line", "this event is not that of one instruction", std::to_string(line), "0");
  const bool shares = shares_registers();
  if (shares && event != AssistEventKind::pc && event != AssistEventKind::fault)
    refuse("event", "registers of the parent are shared with an instruction of known place alone",
           std::string(name_of(event)), "pc, fault");
  if (shares && line == 0)
    refuse("line", "registers of the parent are shared with an instruction of known place alone", "0",
           "a line of the PTX file");
  if (jump_to != 0 && event == AssistEventKind::fault)
    refuse("jump_to", "the parent may have passed the line when the fault is found", std::to_string(jump_to),
           "0");
  if (shares && kernel.empty())
    refuse("kernel", "registers are named as in one kernel", kernel, "the name of a kernel");
  if (shares && priority != AssistPriority::high)
    refuse("priority", "the parent would go on meanwhile", std::string(name_of(priority)), "high");
  if (shares && lossy)
    refuse("lossy", "a subroutine that shares registers may rely on each of its events", "true", "false");
  if (!memory_of.empty() && memory != 0)
    refuse("memory", "a subroutine has memory of its own and that of another one", std::to_string(memory),
           "0");
  for (const ShownWordConfig& shown : shows)
    if (shown.word >= memory / 8)
      refuse("shows", "a subroutine shows a word that its memory does not have", std::to_string(shown.word),
             "below " + std::to_string(memory / 8));
}

std::uint32_t instruction_in(const UserSubroutineConfig& config, const ptx::Kernel& kernel,
                             std::uint32_t line, const char* key) {
  const std::uint32_t joined = kernel.joined_line(line);
  const auto at = std::find_if(kernel.code.begin(), kernel.code.end(),
                               [joined](const ptx::Instruction& i) { return i.line == joined; });
  if (at != kernel.code.end() && at->merged && key == std::string_view("line"))
    throw Error({.place = fmt::format("{}: kernel {}", kernel.file, kernel.name),
                 .what = fmt::format(
                     "subroutine '{}': the instruction of its line stands for those of other lines, too",
                     config.name),
                 .value = fmt::format("line {}", line),
                 .legal = "a line that tail merging (sm.optimize=2) leaves alone",
                 .key = key});
  if (at != kernel.code.end()) return static_cast<std::uint32_t>(at - kernel.code.begin());
  const auto distance = [joined](std::uint32_t other) {
    return other > joined ? other - joined : joined - other;
  };
  const auto nearest =
      std::min_element(kernel.code.begin(), kernel.code.end(),
                       [&](const auto& a, const auto& b) { return distance(a.line) < distance(b.line); });
  throw Error({.place = fmt::format("{}: kernel {}", kernel.file, kernel.name),
               .what = fmt::format("subroutine '{}': no instruction stands in its line", config.name),
               .value = fmt::format("line {}", line),
               .legal = "a line of the PTX file with an instruction of the kernel",
               .nearest = nearest == kernel.code.end() ? "" : "line " + kernel.line_name(nearest->line),
               .key = key});
}

namespace {

/// Heddle's own subroutines, as `file` names them.
std::vector<std::string> own_subroutines() {
  const auto folder = data_file("configs/subroutines");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".ptx")
      names.push_back(std::filesystem::relative(entry.path(), folder).replace_extension().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

Subroutine user_subroutine(const ConfigTree& tree, std::size_t number, const UserSubroutineConfig& config) {
  std::error_code none;
  std::string file = config.file;
  if (!std::filesystem::exists(file, none)) {
    const std::vector<std::string> own = own_subroutines();
    if (std::find(own.begin(), own.end(), file) == own.end())
      throw Error({.place = tree.place_of_value(fmt::format("caba.subroutines[{}].file", number)),
                   .what = fmt::format("the code of subroutine '{}' is not there", config.name),
                   .value = file,
                   .legal = "a PTX file, or the name of one of Heddle's own (configs/subroutines)",
                   .nearest = nearest_name(file, own)});
    file = data_file("configs/subroutines/" + file + ".ptx").string();
  }
  Subroutine subroutine = load_subroutine(file, SubroutineMemory::with_global_and_shared);
  check_live_moves(config, subroutine);
  return subroutine;
}

}  // namespace heddle
