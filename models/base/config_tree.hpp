// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// The description of a parameter, without its type: for messages, `config show`, `config schema`, cards.
struct ParameterInfo {
  std::string path{};   ///< "sm.compressor.latency"; elements of a list of sections are "buffers[0].size"
  std::string type{};   ///< "unsigned", "choice", "list of number", ...
  std::string unit{};   ///< empty when there is none
  std::string legal{};  ///< "1 .. 16 cycles", "gto, lrr"
  std::string source{};
  std::string help{};
  bool calibrated = false;
  bool list = false;
  std::vector<std::string> defaults{};  ///< one text, or one an element
};

/// Raw configuration: dotted path -> text with the place it comes from. Layers are added in order, and later
/// ones win value by value (a list is replaced as a whole). Types and ranges are the business of `resolve`.
/// Reading marks keys as known, so that `check_all_used` can find keys that nothing has read; use from one
/// thread.
class ConfigTree {
 public:
  enum class Kind { empty, scalar, list };
  struct Entry {
    Kind kind = Kind::empty;
    std::vector<std::string> values{};
    std::string place{};      ///< of the value: file:line:column, or "command line"
    std::string key_place{};  ///< of its key
  };
  /// One resolved parameter.
  struct Resolved {
    ParameterInfo info{};
    std::vector<std::string> values{};
    std::string origin{};  ///< a place, or "default"
  };

  /// Adds a YAML file. Throws Error with file:line:column for a missing file, a syntax error, a duplicate
  /// key, and anything that is not a map of scalars, lists and maps.
  void add_file(const std::string& path);
  /// The same for text; `name` stands for the file in places.
  void add_text(const std::string& yaml, const std::string& name);
  /// Adds `section.key=value` as from the command line; the value is read as YAML.
  void set(std::string_view assignment);
  void set(std::string_view path, const std::string& yaml_value, const std::string& place);

  /// The entry of a parameter, or null; marks the key as known. Throws Error when a section stands there.
  const Entry* take(const std::string& path) const;
  /// Marks a section as known. Throws Error when a value stands there.
  void enter(const std::string& path) const;
  /// Number of elements of the list of sections at `path`; -1 when nothing stands there.
  long list_length(const std::string& path) const;
  /// The keys of the section at `path` whose names the file chooses, sorted. Throws Error when a value stands
  /// there.
  std::vector<std::string> keys(const std::string& path) const;
  /// True when anything stands at or below `path`; marks nothing.
  bool contains(const std::string& path) const;
  /// The place of the first thing at or below `path`, or "default".
  std::string place_of(const std::string& path) const;
  /// The place of the value at `path`; of one that an element of a list leaves out, that of the element; else
  /// "default".
  std::string place_of_value(const std::string& path) const;

  /// Remembers a resolved parameter for `show`; a path resolved again replaces what was there.
  void note(Resolved resolved) const;
  const std::vector<Resolved>& resolved() const { return resolved_; }

  /// Throws Error for the first key that nothing has read, with the nearest known one.
  void check_all_used() const;

 private:
  std::map<std::string, Entry> entries_;
  mutable std::set<std::string> known_;
  mutable std::vector<Resolved> resolved_;
  mutable std::map<std::string, std::size_t> resolved_at_;
};

/// "a.b", or "b" when `prefix` is empty.
std::string join_path(std::string_view prefix, std::string_view name);

/// The resolved configuration as YAML that can be read again, each value with its unit and origin as a
/// comment.
std::string show(const ConfigTree& tree);

/// Parameters as a YAML file of their defaults, each with type, unit, legal values, source and help as
/// comments.
std::string schema_text(const std::vector<ParameterInfo>& parameters);

}  // namespace heddle
