// SPDX-License-Identifier: Apache-2.0
#include "models/base/config_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <sstream>

#include "models/base/text_file.hpp"

namespace heddle {
namespace {

enum class Kind {
  file,      ///< a file says it, and its comment says whence
  no_word,   ///< a file says it without a comment
  fallback,  ///< no file says it: the default, with the source of that
  choice,    ///< nobody knows it: the source says that it is a choice
  user       ///< the command line
};
struct ValueSource {
  Kind kind = Kind::user;
  std::string text{};
};

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t#"), last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

/// What a line of YAML says behind `#`.
std::string comment_of(const std::string& line) {
  char quote = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (quote != 0)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#' && (k == 0 || line[k - 1] == ' ' || line[k - 1] == '\t'))
      return trimmed(std::string_view(line).substr(k));
  }
  return {};
}

bool only_a_comment(const std::string& line) {
  const auto first = line.find_first_not_of(" \t");
  return first != std::string::npos && line[first] == '#';
}

std::size_t indentation(const std::string& line) { return line.find_first_not_of(' '); }

/// The comment on line `n` (from 1), else the nearest above it in its section, or of the section. The first
/// lines of a file speak of all of it.
std::string comment_at(const std::vector<std::string>& lines, std::size_t n) {
  if (n == 0 || n > lines.size()) return {};
  if (std::string own = comment_of(lines[n - 1]); !own.empty()) return own;
  const auto head = std::find_if_not(lines.begin(), lines.end(), only_a_comment);
  const auto first = static_cast<std::size_t>(head - lines.begin());
  std::size_t margin = indentation(lines[n - 1]);
  for (std::size_t k = n - 1; k > first; --k) {
    const std::string& line = lines[k - 1];
    const std::size_t at = indentation(line);
    if (at == std::string::npos || at > margin) continue;
    margin = at;
    std::string text = comment_of(line);
    // A comment may go over several lines.
    for (; only_a_comment(line) && k > first + 1 && only_a_comment(lines[k - 2]); --k)
      text = comment_of(lines[k - 2]) + " " + text;
    if (!text.empty()) return text;
  }
  return {};
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::istringstream text(read_text_file(path, "configuration file"));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

bool is_choice(const std::string& source) {
  constexpr std::array words{"choice", "not known", "unknown"};
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return source.find(word) != std::string::npos; });
}

ValueSource source_in(const ConfigTree::Resolved& value,
                      std::map<std::string, std::vector<std::string>>& files) {
  ValueSource s;
  if (value.origin == "default") {
    s = {Kind::fallback, value.info.source};
  } else {
    // file:line:column
    const auto column = value.origin.rfind(':');
    const auto line = column == std::string::npos ? column : value.origin.rfind(':', column - 1);
    std::size_t n = 0;
    if (line == std::string::npos ||
        std::from_chars(value.origin.data() + line + 1, value.origin.data() + column, n).ec != std::errc{})
      return {Kind::user, value.origin};
    const std::string path = value.origin.substr(0, line);
    if (!std::filesystem::exists(path)) return {Kind::user, value.origin};
    if (!files.contains(path)) files[path] = lines_of(path);
    s = {Kind::file, comment_at(files[path], n)};
    if (s.text.empty()) s = {Kind::no_word, value.origin};
  }
  if (is_choice(s.text)) s.kind = Kind::choice;
  return s;
}

}  // namespace

std::string sources_text(const ConfigTree& tree) {
  std::map<std::string, std::vector<std::string>> files;
  std::map<Kind, unsigned> count;
  std::string table, choices;
  std::size_t widest = 0;
  for (const auto& value : tree.resolved()) widest = std::max(widest, value.info.path.size());
  for (const auto& value : tree.resolved()) {
    const ValueSource source = source_in(value, files);
    ++count[source.kind];
    const std::string text = fmt::format("{}", fmt::join(value.values, " ")) +
                             (value.info.unit.empty() ? "" : " " + value.info.unit);
    const char* from = value.origin == "default"      ? "default: "
                       : source.kind == Kind::no_word ? "no source is given, in "
                                                      : "";
    table += fmt::format("{:{}}  {:24}  {}{}\n", value.info.path, widest, text, from, source.text);
    if (source.kind == Kind::choice)
      choices += fmt::format("  {} = {}: {}\n", value.info.path, text, source.text);
  }
  return fmt::format(
      "{}\n{} values: {} with a source in a file, {} defaults with the source of these, {} of the command "
      "line, "
      "{} in a file without a source, {} choices that no source gives{}\n{}",
      table, tree.resolved().size(), count[Kind::file], count[Kind::fallback], count[Kind::user],
      count[Kind::no_word], count[Kind::choice], choices.empty() ? "." : ":", choices);
}

}  // namespace heddle
