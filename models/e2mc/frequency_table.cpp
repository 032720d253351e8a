// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/frequency_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "models/base/error.hpp"

namespace heddle::e2mc {

void FrequencyShape::validate() const {
  require_symbol_length(symbol_bits);
  const unsigned all = direct() ? trees_of(symbol_bits) << symbol_bits : entries;
  if (entries != all || !std::has_single_bit(entries) || entries < lookup_ways ||
      entries > most_frequency_entries)
    throw Error({.what = fmt::format("symbols of {} bits cannot have so many entries", symbol_bits),
                 .value = fmt::format("{}", entries),
                 .legal = direct()
                              ? fmt::format("{}: all values of all trees", all)
                              : fmt::format("powers of two, {} to {}", lookup_ways, most_frequency_entries),
                 .key = "entries"});
  if (counter_bits < 2 || counter_bits > most_counter_bits)
    throw Error({.what = "a counter cannot have so many bits",
                 .value = fmt::format("{}", counter_bits),
                 .legal = fmt::format("2 to {}", most_counter_bits),
                 .key = "counter_bits"});
}

FrequencyTable::FrequencyTable(const FrequencyShape& shape) : shape_(shape) {
  shape.validate();
  entries_.resize(shape.entries);
}

unsigned FrequencyTable::row_of(unsigned tree, Symbol value) const {
  if (!shape_.direct()) return value % shape_.rows();
  return (tree % trees_of(shape_.symbol_bits)) << shape_.symbol_bits |
         (value & lower_bits(shape_.symbol_bits));
}

FrequencyTable::Sampled FrequencyTable::sample(unsigned tree, Symbol value) {
  value &= lower_bits(shape_.symbol_bits);
  const std::span set(&entries_[row_of(tree, value) * shape_.ways()], shape_.ways());
  if (total_ < shape_.most_total()) ++total_;
  for (FrequencyEntry& e : set)
    if (e.count != 0 && e.value == value) {
      if (e.count < shape_.most_count()) ++e.count;
      return {true, e.count};
    }
  // A free entry counts least of all.
  FrequencyEntry& least = *std::min_element(set.begin(), set.end(),
                                            [](const auto& a, const auto& b) { return a.count < b.count; });
  if (shape_.policy == FrequencyPolicy::decay && least.count > 1) {
    --least.count;
    return {false, 0};
  }
  least = {value, 1};
  return {false, 1};
}

FrequencyEntry FrequencyTable::read(unsigned tree, std::uint32_t number) const {
  const unsigned way = number % shape_.entries / shape_.rows();
  const FrequencyEntry& e = at(row_of(tree, number), shape_.direct() ? 0 : way);
  return e.count == 0 ? FrequencyEntry{} : e;
}

void FrequencyTable::clear() {
  std::fill(entries_.begin(), entries_.end(), FrequencyEntry{});
  total_ = 0;
}

std::uint64_t FrequencyTable::uncounted() const {
  std::uint64_t counted = 0;
  for (const FrequencyEntry& e : entries_) counted += e.count;
  return total_ - counted;
}

}  // namespace heddle::e2mc
