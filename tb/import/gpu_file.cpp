// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/gpu/gpu_config.hpp"
#include "models/base/config.hpp"
#include "tb/import/import.hpp"

namespace heddle {
namespace {

std::vector<std::string> names_of_path(const std::string& path) {
  std::vector<std::string> names(1);
  for (const char c : path)
    if (c == '.')
      names.emplace_back();
    else
      names.back() += c;
  return names;
}

std::string note_list(const char* heading, std::vector<ImportNote> notes) {
  if (notes.empty()) return "";
  std::ranges::stable_sort(notes, {}, [](const ImportNote& n) { return std::pair(n.file, n.line); });
  std::string text = fmt::format("{}\n", heading);
  for (const ImportNote& n : notes) text += fmt::format("  {} (line {}): {}\n", n.option, n.line, n.text);
  return text;
}

}  // namespace

std::string import_lists(const Import& import) {
  return note_list("Taken over in part, otherwise, or not at all:", import.notes) +
         note_list("Without a counterpart:", import.without) + note_list("Unknown options:", import.unknown);
}

std::string gpu_file_of(const Import& import) {
  struct Value {
    std::string value, origin;
  };
  std::map<std::string, Value> values;
  for (const ImportedGroup& group : import.groups)
    for (const auto& [key, value] : group.values) values[key] = {value, group.origin};
  std::string file = import.file;
  std::ranges::replace(file, '\n', '?');
  std::string text = fmt::format(
      "# Made by heddle import of {}, a configuration of GPGPU-Sim. The options that a value comes from "
      "stand\n"
      "# beside it. What is not listed is Heddle's default. What is not taken over stands at the end.\n",
      file);
  std::vector<std::string> open;  // the sections of the value before
  for (const ParameterInfo& parameter : describe<GpuConfig>()) {
    const auto found = values.find(parameter.path);
    if (found == values.end()) continue;
    std::vector<std::string> names = names_of_path(parameter.path);
    const std::string name = names.back();
    names.pop_back();
    std::size_t level = std::ranges::mismatch(names, open).in1 - names.begin();
    for (; level < names.size(); ++level) text += fmt::format("{:{}}{}:\n", "", 2 * level, names[level]);
    text += fmt::format("{:{}}{}: {}  # {}\n", "", 2 * names.size(), name, found->second.value,
                        found->second.origin);
    open = std::move(names);
  }
  std::string lists = import_lists(import);
  for (std::size_t at = 0; at < lists.size();) {
    const std::size_t end = lists.find('\n', at);
    text += "# " + lists.substr(at, end - at) + "\n";
    at = end + 1;
  }
  // Options may have any bytes, and a comment of YAML may not.
  std::ranges::replace_if(
      text, [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7f; }, '?');
  return text;
}

}  // namespace heddle
