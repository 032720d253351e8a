// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/user_rtl.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <regex>
#include <sstream>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Returns the words of a list with their line numbers, without comments.
std::vector<std::pair<std::string, unsigned>> words_of(const std::string& text) {
  std::vector<std::pair<std::string, unsigned>> words;
  std::istringstream lines(text);
  unsigned number = 0;
  bool comment = false;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream in(line);
    for (std::string word; in >> word;) {
      if (comment) {
        comment = !word.ends_with("*/");
      } else if (word.starts_with("/*")) {
        comment = word.size() < 4 || !word.ends_with("*/");
      } else if (word.starts_with("//") || word.starts_with("#")) {
        break;
      } else {
        words.emplace_back(std::move(word), number);
      }
    }
  }
  return words;
}

/// Returns the word with $NAME, ${NAME} and $(NAME) replaced by the environment's values. In a macro's text
/// an unknown name may be a function's: WIDTH=$clog2(8).
std::string with_variables(const std::string& word, const std::string& place) {
  static const std::regex variable(R"(\$(?:([A-Za-z_]\w*)|\{(\w+)\}|\((\w+)\)))");
  const bool macro = word.starts_with("-D") || word.starts_with("+define+");
  std::string text;
  auto rest = word.cbegin();
  for (std::sregex_iterator it(word.begin(), word.end(), variable), end; it != end; ++it) {
    const std::smatch& m = *it;
    const std::string name = m[1].str() + m[2].str() + m[3].str();
    const char* value = std::getenv(name.c_str());
    if (value == nullptr && macro) continue;
    if (value == nullptr)
      throw Error({.place = place,
                   .what = "a list names a variable that the environment does not hold",
                   .value = m.str(),
                   .legal = fmt::format("after export {}=...", name)});
    text.append(rest, m[0].first).append(value);
    rest = m[0].second;
  }
  return text.append(rest, word.cend());
}

class ListReader {
 public:
  explicit ListReader(ExpandedRtl& to) : to_(to) {}

  void read(const fs::path& list, unsigned depth = 0) {
    auto words = words_of(read_text_file(list, "list of files"));
    for (auto& [word, line] : words) word = with_variables(word, fmt::format("{}:{}", list.string(), line));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto& [word, line] = words[i];
      const auto fail = [&, place = fmt::format("{}:{}", list.string(), line)](const char* what) {
        throw Error({.place = place,
                     .what = what,
                     .value = words[i].first,
                     .legal = "files, -I, +incdir+, -D, +define+, -f, -F, -y, -v, -Wno-NAME"});
      };
      /// Returns the argument of an option, from the same word or the next one.
      const auto argument = [&](std::size_t letters) {
        if (word.size() > letters) return word.substr(letters);
        if (++i == words.size()) --i, fail("an option lacks its argument");
        return words[i].first;
      };
      const fs::path here = list.parent_path();
      if (word == "-f" || word == "-F") {
        if (depth > 20) fail("lists are nested too deeply");
        read(here / argument(2), depth + 1);
      } else if (word.starts_with("-I") || word == "-y") {
        to_.rtl.folders.push_back(here / argument(2));
      } else if (word.starts_with("-D")) {
        to_.rtl.defines.push_back(argument(2));
      } else if (word == "-v") {
        to_.files.push_back(here / argument(2));
      } else if (word.starts_with("-Wno-")) {
        to_.rtl.allowed.push_back(word.substr(5));
      } else if (word.starts_with("+incdir+")) {
        for (const std::string& folder : parts(word.substr(8))) to_.rtl.folders.push_back(here / folder);
      } else if (word.starts_with("+define+")) {
        for (std::string& define : parts(word.substr(8))) to_.rtl.defines.push_back(std::move(define));
      } else if (word.starts_with("+libext+") || word == "-sv") {
        // nothing to do: a file is recognized by what it declares
      } else if (word.starts_with("-") || word.starts_with("+")) {
        fail("a list holds an option that is not known");
      } else {
        to_.files.push_back(here / word);
        if (!fs::exists(to_.files.back())) fail("a list names a file that is not there");
      }
    }
  }

 private:
  static std::vector<std::string> parts(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, '+');)
      if (!part.empty()) all.push_back(part);
    return all;
  }

  ExpandedRtl& to_;
};

}  // namespace

std::string UserRtl::name() const { return (file.empty() && !lists.empty() ? lists.front() : file).string(); }

ExpandedRtl expand(const UserRtl& rtl) {
  ExpandedRtl all{rtl};
  ListReader reader(all);
  if (rtl.file.extension() == ".f") {
    all.rtl.file.clear();
    reader.read(rtl.file);
  }
  for (const fs::path& list : rtl.lists) reader.read(list);
  for (const fs::path& folder : all.rtl.folders)
    if (!fs::is_directory(folder))
      throw Error({.place = rtl.name(), .what = "there is no such folder of RTL", .value = folder.string()});
  return all;
}

}  // namespace heddle
