// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "tb/estimate/liberty_tables.hpp"

namespace heddle::estimate {

std::string_view LibertyGroup::attribute(std::string_view name) const {
  const auto it = attributes.find(name);
  return it == attributes.end() ? std::string_view{} : it->second;
}

int LibertyGroup::line_of(std::string_view name) const {
  const auto it = lines.find(name);
  return it == lines.end() ? line : it->second;
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
    if (end()) fail("this is no liberty: it is empty");
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

  /// A figure that cannot be, with the cell that it is of.
  [[noreturn]] void refuse(int line, const std::string& what, const std::string& value,
                           const std::string& legal) const {
    throw Error({.place = fmt::format("{}:{}", place_, line),
                 .what = cell_.empty() ? what : fmt::format("cell {}: {}", cell_, what),
                 .value = value,
                 .legal = legal});
  }
  void require_possible(const LibertyGroup& group, const std::string& name, const std::string& value) const {
    const std::optional<double> number = liberty_number(value);
    if (!number) return;
    const std::string& called = group.kind == "leakage_power" ? group.kind : name;
    if (!std::isfinite(*number)) refuse(line_, called + " is no number", value, "a number");
    if (group.kind == "timing" && *number < 0 &&
        (name.starts_with("intrinsic_") || name.ends_with("_resistance")))
      refuse(line_, name + " is negative", value, "0 or more");
  }
  void require_possible(const LibertyGroup& group, const std::string& name,
                        const std::vector<std::string>& list) const {
    for (const double number : liberty_numbers(list))
      if (name != "values" && !std::isfinite(number))
        refuse(line_, name + " has a value that is no number", fmt::format("{}", number), "numbers");
    if (name != "values") return;
    const LibertyTable table{.kind = group.kind,
                             .shape = group.names.empty() ? std::string_view{} : group.names[0],
                             .values = list,
                             .axes = group.lists};
    if (const auto fault = tables_.fault(table))
      refuse(list_lines_[fault->row], fault->what, fault->value, fault->legal);
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
    list_lines_.clear();
    advance();
    for (skip(); !end() && text_[at_] != ')'; skip()) {
      if (text_[at_] == ',') {
        advance();
      } else {
        list_lines_.push_back(line_);
        values.push_back(word());
      }
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
      const std::size_t start = text_.find_first_not_of(" \t", at_ + 1);
      const bool is_name = start != text_.npos && text_[start] == '"';  // a pin may be called INF
      std::string text = value();
      if (!is_name) require_possible(parent, name, text);
      parent.lines[name] = line;
      parent.attributes[std::move(name)] = std::move(text);
    } else if (!end() && text_[at_] == '(') {
      std::vector<std::string> values = list();
      skip();
      if (!end() && text_[at_] == '{') {
        advance();
        LibertyGroup group{.kind = std::move(name), .names = std::move(values), .line = line, .begin = begin};
        const unsigned parts = parts_;
        if (group.kind == "cell" && !group.names.empty()) cell_ = group.names[0];
        body(group, depth);
        group.end = at_;
        if (group.kind == "cell") cell_.clear();
        if (group.kind.ends_with("_template") && !group.names.empty())
          tables_.add_template(group.names[0], group.attributes, group.lists);
        if (std::find(kept_kinds.begin(), kept_kinds.end(), group.kind) == kept_kinds.end()) {
          group.groups.clear();
          group.attributes.clear();
          group.lists.clear();
          group.lines.clear();
          parts_ = parts;
        }
        parent.groups.push_back(std::move(group));
      } else {
        if (name == "include_file")  // yosys, abc and OpenSTA each do something else at it
          refuse(line, "include_file is not followed", fmt::format("{}", fmt::join(values, ", ")),
                 "the text of that file in its place");
        require_possible(parent, name, values);
        parent.lines[name] = line;
        parent.lists[std::move(name)] = std::move(values);
      }
    } else {
      refuse(line_, "this is neither an attribute nor a group", name, "NAME : VALUE; or NAME (...) { }");
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
  std::string cell_;    ///< that is being read
  LibertyTables tables_;
  std::vector<int> list_lines_;  ///< of the values of the last list
};

}  // namespace

LibertyGroup parse_liberty(std::string_view text, const std::string& place) {
  return Parser(text, place).file();
}

std::string squeezed(std::string_view text) {
  std::string bare;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\')
      bare += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return bare;
}

}  // namespace heddle::estimate
