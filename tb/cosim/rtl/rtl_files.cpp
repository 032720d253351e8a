// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/rtl_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "models/base/code_text.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

std::set<std::string, std::less<>> identifiers_of(std::string_view code) {
  std::set<std::string, std::less<>> words;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i;
    while (end < code.size() && is_word(code[end])) ++end;
    if (end > i) words.emplace(code.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

/// Returns the paths that a text includes.
std::vector<std::string> includes_of(const std::string& code) {
  static const std::regex line("`include\\s+\"([^\"\n]+)\"");
  std::vector<std::string> paths;
  for (std::sregex_iterator it(code.begin(), code.end(), line), end; it != end; ++it)
    paths.push_back((*it)[1]);
  return paths;
}

bool declares_a_package(const std::string& code) {
  static const std::regex package("\\bpackage\\s+(?:automatic\\s+|static\\s+)?\\w+\\s*;");
  return std::regex_search(code, package);
}

/// Visits files depth first, so that each comes after the files that it needs.
class Visit {
 public:
  explicit Visit(const RtlSource& source) : source_(source) {
    std::error_code none;  // a folder that is not there has no files
    for (const fs::path& folder : source.folders)
      for (const auto& entry :
           fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, none)) {
        const fs::path& file = entry.path();
        if (file.extension() == ".sv" || file.extension() == ".v")
          candidates_[file.stem().string()].push_back(file);
      }
    candidates_.erase(source.block);  // the source's own file defines this module
  }

  void visit(const fs::path& file) {
    std::error_code none;
    if (!seen_.insert(fs::weakly_canonical(file, none)).second) return;
    const std::string code = without_comments(read_text_file(file, "RTL"));
    for (const std::string& path : includes_of(code))
      for (const fs::path& folder : source_.folders)
        if (fs::is_regular_file(folder / path, none)) visit(folder / path);
    for (const std::string& word : identifiers_of(code)) {
      const auto found = candidates_.find(word);
      if (found == candidates_.end()) continue;
      for (const fs::path& candidate : found->second)
        if (declares(without_comments(read_text_file(candidate, "RTL")), word)) visit(candidate);
    }
    files.push_back(file);
  }

  std::vector<fs::path> files;

 private:
  const RtlSource& source_;
  std::map<std::string, std::vector<fs::path>, std::less<>> candidates_;  // by their names
  std::set<fs::path> seen_;
};

}  // namespace

bool mentions(std::string_view text, std::string_view name) {
  return identifiers_of(without_comments(text)).contains(name);
}

bool declares(const std::string& text, std::string_view name) {
  const auto in_a_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (!std::ranges::all_of(name, in_a_name)) return false;
  const std::regex declaration(
      fmt::format("\\b(?:module|package|interface)\\s+(?:automatic\\s+|static\\s+)?{}\\b", name));
  return std::regex_search(text, declaration);
}

std::vector<fs::path> files_of(const RtlSource& source) {
  Visit all(source);
  for (const fs::path& file : source.files) all.visit(file);
  all.visit(source.file);
  return all.files;
}

std::vector<fs::path> files_to_read_first(const RtlSource& source) {
  std::vector<fs::path> first;
  for (const fs::path& file : files_of(source)) {
    if (file == source.file || (file.extension() != ".sv" && file.extension() != ".v")) continue;
    const bool named = std::find(source.files.begin(), source.files.end(), file) != source.files.end();
    if (named || declares_a_package(without_comments(read_text_file(file, "RTL")))) first.push_back(file);
  }
  return first;
}

}  // namespace heddle
