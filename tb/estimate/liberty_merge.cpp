// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty_merge.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

#include "models/base/error.hpp"

namespace heddle::estimate {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

std::string_view text_of(const LibertyFile& file, const LibertyGroup& group) {
  return std::string_view(file.text).substr(group.begin, group.end - group.begin);
}
/// From its brace on.
std::string_view body_of(const LibertyFile& file, const LibertyGroup& group) {
  const std::string_view text = text_of(file, group);
  return text.substr(text.find('{'));
}

bool is_template(const LibertyGroup& group) {
  return group.kind.ends_with("template") && !group.names.empty();
}

/// What stands between the parentheses at `open`, without quotes and blanks, if a group's brace follows.
std::string_view name_of_group(std::string_view text, std::size_t open) {
  const std::size_t close = text.find(')', open);
  if (close == text.npos) return {};
  const std::size_t next = text.find_first_not_of(" \t\r\n", close + 1);
  if (next == text.npos || text[next] != '{') return {};
  constexpr std::string_view around = " \t\"";
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  const std::size_t first = inside.find_first_not_of(around);
  return first == inside.npos ? inside.substr(0, 0)
                              : inside.substr(first, inside.find_last_not_of(around) - first + 1);
}

/// The text of a cell with other names of templates.
std::string with_templates(std::string_view text, const Names& names) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t open = text.find('('); open != text.npos; open = text.find('(', open + 1)) {
    const auto other = names.find(name_of_group(text, open));
    if (other == names.end()) continue;
    std::string_view ahead = text.substr(0, text.find_last_not_of(" \t", open == 0 ? 0 : open - 1) + 1);
    ahead.remove_prefix(ahead.find_last_of(" \t\r\n{};") + 1);
    if (ahead == "pin" || ahead == "cell" || ahead == "bus" || ahead == "bundle") continue;
    result += text.substr(done, open - done);
    result += "(" + other->second;
    done = text.find(')', open);
  }
  result += text.substr(done);
  return result;
}

class Merge {
 public:
  explicit Merge(const LibertyFile& first) : text_(first.text.substr(0, first.library.end - 1)) {
    for (const LibertyGroup& group : first.library.groups)
      if (is_shared(group)) known_[key(group)] = {&first, squeezed(body_of(first, group))};
  }

  void add(const LibertyFile& file, std::size_t number) {
    // Templates of delays and of energies may have one name, and then get the same new one.
    Names renamed;
    for (const LibertyGroup& group : file.library.groups)
      if (is_template(group) && differs(file, group))
        renamed[group.names[0]] = fmt::format("{}_of_file_{}", group.names[0], number);
    for (const LibertyGroup& group : file.library.groups) {
      if (group.kind == "cell")
        append(renamed.empty() ? std::string(text_of(file, group))
                               : with_templates(text_of(file, group), renamed));
      if (!is_shared(group)) continue;
      if (const auto name = renamed.find(group.names[0]); name != renamed.end() && is_template(group))
        append(fmt::format("{} ({}) {}", group.kind, name->second, body_of(file, group)));
      else if (known_.try_emplace(key(group), &file, squeezed(body_of(file, group))).second)
        append(text_of(file, group));
      else if (differs(file, group))
        throw Error(
            {.place = fmt::format("{}:{}", file.name, group.line),
             .what = fmt::format("the type is another one than in {}", known_.at(key(group)).first->name),
             .value = group.names[0]});
    }
  }

  std::string text() const { return text_ + "\n}\n"; }

 private:
  using Key = std::pair<std::string, std::string>;
  static Key key(const LibertyGroup& group) { return {group.kind, group.names[0]}; }
  static bool is_shared(const LibertyGroup& group) {
    return is_template(group) || (group.kind == "type" && !group.names.empty());
  }
  bool differs(const LibertyFile& file, const LibertyGroup& group) const {
    const auto it = known_.find(key(group));
    return it != known_.end() && it->second.second != squeezed(body_of(file, group));
  }
  void append(std::string_view group) { (text_ += "\n") += group; }

  std::map<Key, std::pair<const LibertyFile*, std::string>> known_;
  std::string text_;
};

}  // namespace

std::string merged(std::span<const LibertyFile> files) {
  Merge all(files[0]);
  for (std::size_t k = 1; k < files.size(); ++k) all.add(files[k], k + 1);
  return all.text();
}

}  // namespace heddle::estimate
