// SPDX-License-Identifier: Apache-2.0
#include "models/base/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "models/base/error.hpp"

namespace heddle {
namespace {

std::uint64_t sum(const std::vector<const Counter*>& terms) {
  std::uint64_t total = 0;
  for (const Counter* term : terms) total += term->value();
  return total;
}

/// Adds the terms that are not there yet, so that a counter which several parts share counts once.
void join(std::vector<const Counter*>& terms, const std::vector<const Counter*>& more) {
  for (const Counter* term : more)
    if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
}

}  // namespace

StatSums Statistic::sums() const { return {sum(numerator), sum(denominator)}; }

StatValue Statistic::value_of(const StatSums& sums) const {
  if (!is_ratio()) return sums.above;
  if (sums.below == 0) return {};
  const double real = scale * static_cast<double>(sums.above) / static_cast<double>(sums.below);
  return std::isfinite(real) ? StatValue(real) : StatValue();
}

StatValue Statistic::value() const {
  if (!formula) return value_of(sums());
  const double real = formula();
  return std::isfinite(real) ? StatValue(real) : StatValue();
}

const Statistic* StatGroup::own(std::string_view name) const {
  for (const Statistic& statistic : statistics_)
    if (statistic.name == name) return &statistic;
  return nullptr;
}

void StatGroup::claim(const std::string& name) const {
  if (name.empty() ||
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
          std::string::npos)
    throw Error(
        {.what = "bad name of a statistic", .value = child_path(name), .legal = "letters, digits, _"});
  const bool is_group = std::any_of(groups_.begin(), groups_.end(),
                                    [&](const auto& group) { return group->last_name() == name; });
  if (own(name) || is_group) throw Error({.what = "statistic declared twice", .value = child_path(name)});
}

StatGroup& StatGroup::group(const std::string& name) {
  for (const auto& group : groups_)
    if (group->last_name() == name) return *group;
  claim(name);
  return *groups_.emplace_back(std::make_unique<StatGroup>(child_path(name)));
}

Counter& StatGroup::counter(const std::string& name, const std::string& unit,
                            const std::string& description) {
  claim(name);
  Counter& counter = counters_.emplace_back();
  statistics_.push_back({.name = name, .unit = unit, .description = description, .numerator = {&counter}});
  return counter;
}

void StatGroup::ratio(const std::string& name, const std::string& unit, const std::string& description,
                      const Counter& numerator, const Counter& denominator, double scale) {
  claim(name);
  statistics_.push_back({.name = name,
                         .unit = unit,
                         .description = description,
                         .numerator = {&numerator},
                         .denominator = {&denominator},
                         .scale = scale});
}

void StatGroup::derived(const std::string& name, const std::string& unit, const std::string& description,
                        std::vector<const Counter*> numerator, std::vector<const Counter*> denominator,
                        double scale) {
  claim(name);
  Statistic& made = statistics_.emplace_back(
      Statistic{.name = name, .unit = unit, .description = description, .scale = scale});
  join(made.numerator, numerator);
  join(made.denominator, denominator);
}

void StatGroup::formula(const std::string& name, const std::string& unit, const std::string& description,
                        std::function<double()> function) {
  claim(name);
  statistics_.push_back(
      {.name = name, .unit = unit, .description = description, .formula = std::move(function)});
}

StatGroup& StatGroup::total(const std::string& name, std::span<StatGroup* const> parts) {
  claim(name);
  StatGroup& sums = group(name);
  sums.add_parts(parts);
  return sums;
}

void StatGroup::add_parts(std::span<StatGroup* const> parts) {
  std::vector<std::string> below;
  for (const StatGroup* part : parts) {
    for (const Statistic& theirs : part->statistics_) {
      if (theirs.formula) continue;
      const auto mine = std::find_if(statistics_.begin(), statistics_.end(),
                                     [&](const Statistic& s) { return s.name == theirs.name; });
      if (mine == statistics_.end()) {
        claim(theirs.name);
        statistics_.push_back(theirs);
        continue;
      }
      if (mine->unit != theirs.unit || mine->is_ratio() != theirs.is_ratio() || mine->scale != theirs.scale)
        throw Error({.what = "parts of a total disagree", .value = part->child_path(theirs.name)});
      join(mine->numerator, theirs.numerator);
      join(mine->denominator, theirs.denominator);
    }
    for (const auto& group : part->groups_)
      if (std::find(below.begin(), below.end(), group->last_name()) == below.end())
        below.push_back(group->last_name());
  }
  for (const std::string& name : below) {
    std::vector<StatGroup*> same;
    for (const StatGroup* part : parts)
      for (const auto& group : part->groups_)
        if (group->last_name() == name) same.push_back(group.get());
    group(name).add_parts(same);
  }
}

void StatGroup::visit(const std::function<void(const std::string&, const Statistic&)>& visitor) const {
  for (const Statistic& statistic : statistics_) visitor(child_path(statistic.name), statistic);
  for (const auto& group : groups_) group->visit(visitor);
}

const StatGroup* StatGroup::below(std::string_view path) const {
  const StatGroup* at = this;
  while (at != nullptr && !path.empty()) {
    const std::string_view name = path.substr(0, path.find('.'));
    const auto next = std::find_if(at->groups_.begin(), at->groups_.end(),
                                   [&](const auto& group) { return group->last_name() == name; });
    at = next == at->groups_.end() ? nullptr : next->get();
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  return at;
}

const Statistic* StatGroup::look_up(std::string_view path) const {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos) return own(path);
  const StatGroup* group = below(path.substr(0, dot));
  return group == nullptr ? nullptr : group->own(path.substr(dot + 1));
}

const Statistic& StatGroup::find(std::string_view path) const {
  if (const Statistic* found = look_up(path)) return *found;
  std::vector<std::string> known;
  visit([&](const std::string& name, const Statistic&) {
    known.push_back(path_.empty() ? name : name.substr(path_.size() + 1));
  });
  throw Error(
      {.what = "unknown statistic", .value = std::string(path), .nearest = nearest_name(path, known)});
}

double StatGroup::number(std::string_view path) const {
  const StatValue value = find(path).value();
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return 0;
}

}  // namespace heddle
