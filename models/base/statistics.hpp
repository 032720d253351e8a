// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle {

/// Counts events. Its address is stable for the life of its group.
class Counter {
 public:
  Counter& operator++() {
    ++value_;
    return *this;
  }
  Counter& operator+=(std::uint64_t n) {
    value_ += n;
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// A whole number, a finite real number, or nothing (a ratio over zero).
using StatValue = std::variant<std::monostate, std::uint64_t, double>;

/// The sums of a statistic at one time: numerator and denominator of a ratio; a counter has only the first.
struct StatSums {
  std::uint64_t above = 0, below = 0;
  StatSums operator-(const StatSums& o) const { return {above - o.above, below - o.below}; }
  StatSums& operator+=(const StatSums& o) {
    above += o.above;
    below += o.below;
    return *this;
  }
};

/// One declared statistic: a counter (or a sum of counters), a ratio of such sums, or a formula.
struct Statistic {
  std::string name{};
  std::string unit{};
  std::string description{};
  std::vector<const Counter*> numerator{};    ///< empty for a formula
  std::vector<const Counter*> denominator{};  ///< only of a ratio
  double scale = 1;                           ///< only of a ratio
  std::function<double()> formula{};

  bool is_ratio() const { return !denominator.empty(); }
  /// The value now. A ratio over zero and a formula that is not finite have none.
  StatValue value() const;
  /// Of a counter or a ratio.
  StatSums sums() const;
  /// The value that these sums give; of a counter or a ratio.
  StatValue value_of(const StatSums& sums) const;
};

/// A node of the tree of statistics, which mirrors the tree of modules. Printing follows the order of
/// declaration: the statistics of a group first, then its groups. Names are words of [a-zA-Z0-9_]; a
/// name declared twice in one group, or a bad one, throws Error.
class StatGroup {
 public:
  explicit StatGroup(std::string path = "") : path_(std::move(path)) {}
  StatGroup(const StatGroup&) = delete;
  StatGroup& operator=(const StatGroup&) = delete;

  /// The group of that name below this one, made on first use.
  StatGroup& group(const std::string& name);

  Counter& counter(const std::string& name, const std::string& unit, const std::string& description);

  /// `scale` x numerator / denominator. Totals recompute it from their own sums.
  void ratio(const std::string& name, const std::string& unit, const std::string& description,
             const Counter& numerator, const Counter& denominator, double scale = 1);

  /// The same of sums; without a denominator, the sum itself: another name for what exists. A counter that
  /// stands in a sum twice counts once.
  void derived(const std::string& name, const std::string& unit, const std::string& description,
               std::vector<const Counter*> numerator, std::vector<const Counter*> denominator = {},
               double scale = 1);

  /// Any other derived value; evaluated when read. Totals leave it out.
  void formula(const std::string& name, const std::string& unit, const std::string& description,
               std::function<double()> function);

  /// A group `name` that sums the counters of `parts` by name and recomputes their ratios, through all
  /// levels; made when the parts have declared everything. A counter that several parts refer to (a shared
  /// cycle count) is counted once. Throws Error when parts disagree about what a name is.
  StatGroup& total(const std::string& name, std::span<StatGroup* const> parts);

  /// The statistic at a dotted path below this group. Throws Error with the nearest path when there is none.
  const Statistic& find(std::string_view path) const;
  /// The same; null when there is none.
  const Statistic* look_up(std::string_view path) const;
  /// The group at a dotted path below this one; null when there is none.
  const StatGroup* below(std::string_view path) const;
  /// Its value as a number, 0 where there is none.
  double number(std::string_view path) const;

  /// Calls `visitor(path, statistic)` for all below, in order; paths are relative to the root of the tree.
  void visit(const std::function<void(const std::string&, const Statistic&)>& visitor) const;

  const std::string& path() const { return path_; }
  const std::deque<Statistic>& statistics() const { return statistics_; }
  const std::deque<std::unique_ptr<StatGroup>>& groups() const { return groups_; }

 private:
  std::string child_path(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  std::string last_name() const { return path_.substr(path_.rfind('.') + 1); }
  void claim(const std::string& name) const;
  const Statistic* own(std::string_view name) const;
  void add_parts(std::span<StatGroup* const> parts);

  std::string path_;
  std::deque<Counter> counters_;
  std::deque<Statistic> statistics_;
  std::deque<std::unique_ptr<StatGroup>> groups_;
};

/// One line a statistic: path, value, unit, description. Ratios with six significant digits; "-" for no
/// value.
std::string text_of(const StatGroup& group);
/// A field of a CSV file: text in quotes where it needs them; no value and what is no finite number are
/// empty.
std::string csv_field(const std::string& text);
std::string csv_field(double value);
std::string csv_field(const StatValue& value);
/// Header and one row a statistic: path,value,unit,description. No value is an empty field.
std::string csv_of(const StatGroup& group);
/// Nested objects of values in order of declaration; no value is null.
nlohmann::ordered_json json_of(const StatGroup& group);

}  // namespace heddle
