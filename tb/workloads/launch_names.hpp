// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/base/config_tree.hpp"
#include "tb/workloads/expression.hpp"
#include "tb/workloads/launch_config.hpp"

namespace heddle {

/// The sizes and variables of a launch file, and the value of each expression in it.
class LaunchNames {
 public:
  /// Reads the sections `sizes` and `variables`. `assignments` replace sizes: "n=1000", from the command
  /// line. Throws Error for a size that is no integer, an assignment to none of them, and what expressions
  /// throw; variables may use one another, but not in a circle. `text` is the file's.
  LaunchNames(const ConfigTree& tree, std::string text, const std::vector<std::string>& assignments);

  /// The expression that stands at `path` of the file.
  Number number(const Literal& given, const std::string& path) const;
  /// The same as an integer from `low` to `high`; `unit` is for the message.
  std::uint64_t integer(const Literal& given, const std::string& path, std::uint64_t low, std::uint64_t high,
                        const char* unit) const;
  /// A number as it was written, an expression's value as text.
  Literal literal(const Literal& given, const std::string& path) const;

  /// `integer` of the key `key` in the section `at`; `fallback` when it is absent.
  std::uint64_t integer_or(const Literal& given, const std::string& at, const char* key,
                           std::uint64_t fallback, std::uint64_t low, std::uint64_t high,
                           const char* unit) const;

  /// Opens a loop: throws Error at `place` when the name is taken or is none.
  void add(const std::string& name, const std::string& place);
  void set(const std::string& name, std::int64_t value) { values_[name] = value; }
  void remove(const std::string& name) { values_.erase(name); }

  using Values = std::map<std::string, Number, std::less<>>;
  /// The values now, and going back to them: a loop's steps may be read after the loop around it has ended.
  const Values& values() const { return values_; }
  void restore(Values values) { values_ = std::move(values); }

 private:
  void read_size(const std::string& name, const std::vector<std::string>& assignments);
  std::optional<Number> find(std::string_view name) const;

  const ConfigTree& tree_;
  std::string text_;
  mutable Values values_;
  mutable std::set<std::string, std::less<>> open_;  ///< variables whose value is being found
  std::set<std::string, std::less<>> variables_;
};

}  // namespace heddle
