// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace heddle::estimate {
namespace {

constexpr std::string_view blanks = " ,\t\r\n";

/// Calls use(word, row) for each word of the rows.
template <class Use>
void each_word(const std::vector<std::string>& rows, Use&& use) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::string_view text = rows[row];
    for (std::size_t at = 0; (at = text.find_first_not_of(blanks, at)) != text.npos;) {
      const std::string_view word = text.substr(at, text.find_first_of(blanks, at) - at);
      use(word, row);
      at += word.size();
    }
  }
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
bool has_delays(std::string_view kind) {
  return is_one_of(kind, {"cell_rise", "cell_fall", "rise_propagation", "fall_propagation"});
}
bool has_transitions(std::string_view kind) {
  return is_one_of(kind, {"rise_transition", "fall_transition"});
}
bool has_other_numbers(std::string_view kind) {
  return is_one_of(kind, {"rise_constraint", "fall_constraint", "power", "rise_power", "fall_power"});
}

}  // namespace

std::optional<double> liberty_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (code == std::errc::result_out_of_range)
    return word.find("e-") == word.npos && word.find("E-") == word.npos
               ? std::numeric_limits<double>::infinity()
               : 0;
  if (code != std::errc{}) return std::nullopt;
  return value;
}

std::vector<double> liberty_numbers(const std::vector<std::string>& rows) {
  std::vector<double> numbers;
  each_word(rows, [&](std::string_view word, std::size_t) {
    if (const auto number = liberty_number(word)) numbers.push_back(*number);
  });
  return numbers;
}

void LibertyTables::add_template(const std::string& name,
                                 const std::map<std::string, std::string, std::less<>>& variables,
                                 const LibertyAxes& axes) {
  templates_[name] = {variables, axes};
}

std::vector<double> LibertyTables::transitions(const LibertyTable& table, std::size_t places) const {
  const auto known = templates_.find(table.shape);
  if (known == templates_.end()) return {};
  const auto axis = [&](const std::string& name) {
    const auto own = table.axes.find(name), general = known->second.axes.find(name);
    return own != table.axes.end()               ? liberty_numbers(own->second)
           : general != known->second.axes.end() ? liberty_numbers(general->second)
                                                 : std::vector<double>{};
  };
  std::size_t inner = places;  // how many places share a point of the axes so far
  for (const char number : {'1', '2', '3'}) {
    const std::vector<double> points = axis(fmt::format("index_{}", number));
    if (points.empty() || inner % points.size() != 0) return {};
    inner /= points.size();
    const auto variable = known->second.variables.find(fmt::format("variable_{}", number));
    if (variable == known->second.variables.end() ||
        !is_one_of(variable->second, {"input_net_transition", "input_transition_time"}))
      continue;
    std::vector<double> all(places);
    for (std::size_t k = 0; k < places; ++k) all[k] = points[k / inner % points.size()];
    return all;
  }
  return {};
}

std::optional<TableFault> LibertyTables::fault(const LibertyTable& table) const {
  const bool delays = has_delays(table.kind), slopes = has_transitions(table.kind);
  const bool numbers_only = delays || slopes || has_other_numbers(table.kind);
  std::vector<double> numbers;
  std::vector<std::size_t> row_of;
  std::vector<std::string> words;
  std::optional<TableFault> found;
  each_word(table.values, [&](std::string_view word, std::size_t row) {
    const std::optional<double> number = liberty_number(word);
    if (!found && (number ? !std::isfinite(*number) : numbers_only))
      found = TableFault{fmt::format("{} has a value that is no number", table.kind), std::string(word),
                         "numbers", row};
    if (number && slopes && *number < 0 && !found)
      found = TableFault{"a transition takes a negative time", std::string(word), "0 or more", row};
    if (!number || !delays) return;
    numbers.push_back(*number);
    row_of.push_back(row);
    words.emplace_back(word);
  });
  if (found || std::none_of(numbers.begin(), numbers.end(), [](double n) { return n < 0; })) return found;
  const std::vector<double> takes = transitions(table, numbers.size());
  const double fastest = takes.empty() ? 0 : *std::min_element(takes.begin(), takes.end());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const bool slow = !takes.empty() && takes[k] > fastest;
    if (numbers[k] < (slow ? -takes[k] : 0))
      return TableFault{
          "a delay is negative", words[k],
          slow ? fmt::format("{:g} or more, since its input's transition takes {:g}", -takes[k], takes[k])
               : "0 or more",
          row_of[k]};
  }
  return std::nullopt;
}

}  // namespace heddle::estimate
