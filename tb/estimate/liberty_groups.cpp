#include "tb/estimate/liberty_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"

namespace heddle::estimate {

std::string_view LibertyGroup::attribute(std::string_view name) const {
  const auto it = attributes.find(name);
  return it == attributes.end() ? std::string_view{} : it->second;
}

namespace {

/// Groups whose content is kept.
constexpr std::array kept_kinds{"library",      "cell",       "pin",
                                "ff",           "ff_bank",    "latch",
                                "latch_bank",   "statetable", "operating_conditions",
                                "leakage_power"};

class Parser {
 public:
  Parser(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  LibertyGroup file() {
    skip();
    LibertyGroup root{.line = line_};
    statement(root, 0);
    if (root.groups.empty() || root.groups[0].kind != "library")
      fail("this is no liberty: it does not start with library");
    skip();
    if (!end()) fail("text follows the library");
    return std::move(root.groups[0]);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& legal = "") const {
    throw Error({.place = fmt::format("{}:{}", place_, line_), .what = what, .legal = legal});
  }

  /// Tables may have words beside numbers, but no infinite and no undefined number.
  void require_numbers(const std::vector<std::string>& rows) const {
    for (std::string_view row : rows)
      for (std::size_t at = 0; (at = row.find_first_not_of(" ,\t", at)) != row.npos;) {
        const std::string_view word = row.substr(at, row.find_first_of(" ,\t", at) - at);
        double number = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (code == std::errc{} && end == word.data() + word.size() && !std::isfinite(number))
          throw Error({.place = fmt::format("{}:{}", place_, line_),
                       .what = "a table has a value that is no number",
                       .value = std::string(word)});
        at += word.size();
      }
  }

  bool end() const { return at_ >= text_.size(); }
  bool ahead(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  void advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }

  /// Skips blanks, comments and line continuations; with `in_line`, not the end of the line.
  void skip(bool in_line = false) {
    while (!end()) {
      if (ahead("/*")) {
        while (!end() && !ahead("*/")) advance();
        if (end()) fail("a comment has no end");
        at_ += 2;
      } else if (ahead("//")) {
        while (!end() && text_[at_] != '\n') advance();
      } else if (ahead("\\\n") || ahead("\\\r\n")) {
        while (text_[at_] != '\n') advance();
        advance();
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) && !(in_line && text_[at_] == '\n')) {
        advance();
      } else {
        return;
      }
    }
  }

  std::string quoted() {
    std::string word;
    for (advance(); !end() && text_[at_] != '"'; advance()) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') advance();
      if (text_[at_] != '\n') word += text_[at_];
    }
    if (end()) fail("a string has no end");
    advance();
    return word;
  }

  std::string word() {
    if (!end() && text_[at_] == '"') return quoted();
    const std::size_t start = at_;
    while (!end() && !std::isspace(static_cast<unsigned char>(text_[at_])) &&
           std::string_view("(){}:;,\"").find(text_[at_]) == std::string_view::npos)
      ++at_;
    if (at_ == start && end()) fail("the file ends in the middle of a group");
    if (at_ == start) fail(fmt::format("unexpected '{}'", text_[at_]));
    for (const char c : text_.substr(start, at_ - start))
      if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~')
        fail(fmt::format("this is no text: byte 0x{:02x}", static_cast<unsigned char>(c)));
    return std::string(text_.substr(start, at_ - start));
  }

  std::vector<std::string> list() {
    std::vector<std::string> values;
    advance();
    for (skip(); !end() && text_[at_] != ')'; skip()) {
      if (text_[at_] == ',')
        advance();
      else
        values.push_back(word());
    }
    if (end()) fail("a closing parenthesis is missing");
    advance();
    return values;
  }

  /// Reads a value up to the semicolon, which some libraries omit at the end of a line.
  std::string value() {
    std::string all;
    advance();
    for (skip(true); !end() && text_[at_] != ';' && text_[at_] != '}' && text_[at_] != '\n'; skip(true)) {
      if (!all.empty()) all += ' ';
      if (std::string_view("(){:,").find(text_[at_]) != std::string_view::npos)
        all += text_[at_++];
      else
        all += word();
    }
    return all;
  }

  void statement(LibertyGroup& parent, int depth) {
    if (depth > static_cast<int>(most_liberty_nesting))
      fail("groups are nested too deeply", fmt::format("up to {} inside one another", most_liberty_nesting));
    if (++parts_ > most_liberty_parts)
      fail("the liberty has too many groups and attributes", fmt::format("up to {}", most_liberty_parts));
    const int line = line_;
    const std::size_t begin = at_;
    std::string name = word();
    skip(true);
    if (!end() && text_[at_] == ':') {
      parent.attributes[std::move(name)] = value();
    } else if (!end() && text_[at_] == '(') {
      std::vector<std::string> values = list();
      skip();
      if (!end() && text_[at_] == '{') {
        advance();
        LibertyGroup group{.kind = std::move(name), .names = std::move(values), .line = line, .begin = begin};
        const unsigned parts = parts_;
        body(group, depth);
        group.end = at_;
        if (std::find(kept_kinds.begin(), kept_kinds.end(), group.kind) == kept_kinds.end()) {
          group.groups.clear();
          group.attributes.clear();
          group.lists.clear();
          parts_ = parts;
        }
        parent.groups.push_back(std::move(group));
      } else {
        if (name == "values" || name.starts_with("index_")) require_numbers(values);
        parent.lists[std::move(name)] = std::move(values);
      }
    } else {
      fail(fmt::format("'{}' is neither an attribute nor a group", name));
    }
    skip();
    while (!end() && text_[at_] == ';') {
      advance();
      skip();
    }
  }

  void body(LibertyGroup& group, int depth) {
    skip();
    while (!end() && text_[at_] == ';') advance(), skip();
    while (!end() && text_[at_] != '}') statement(group, depth + 1);
    if (end()) fail(fmt::format("the group {} of line {} is not closed", group.kind, group.line));
    advance();
  }

  std::string_view text_;
  const std::string& place_;
  std::size_t at_ = 0;
  int line_ = 1;
  unsigned parts_ = 0;  ///< groups and attributes that are kept
};

}  // namespace

LibertyGroup parse_liberty(std::string_view text, const std::string& place) {
  return Parser(text, place).file();
}

}  // namespace heddle::estimate
