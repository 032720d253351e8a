// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/value.hpp"
#include "models/e2mc/code_table.hpp"

// The value frequency table of the sampling phase (Lal2017, section III-B2b): how often each value occurs,
// in a table of limited size.

namespace heddle::e2mc {

/// What a value without an entry does to the entry of its set that counts least, when no entry is free. The
/// paper follows its reference 16 here and does not say; both are modelling choices.
enum class FrequencyPolicy : std::uint8_t {
  least_count,  ///< takes its place
  decay,        ///< counts it down by one, and takes its place when that leaves nothing
};
constexpr auto names_of(FrequencyPolicy) {
  return std::array{Named{FrequencyPolicy::least_count, "least_count"},
                    Named{FrequencyPolicy::decay, "decay"}};
}

inline constexpr unsigned most_frequency_entries = 4096;
inline constexpr unsigned most_counter_bits = 32;

/// The size of a table. Of symbols of 4 and 8 bits each value of each tree has an entry of its own. Values of
/// longer ones find theirs in the set that their lower bits select, as in the compressor's look-up table.
struct FrequencyShape {
  unsigned symbol_bits = 16;
  unsigned entries = 1024;
  unsigned counter_bits = 24;
  FrequencyPolicy policy = FrequencyPolicy::least_count;

  /// Throws Error, which names the parameter, when there is no such table.
  void validate() const;
  bool direct() const { return holds_all_values(symbol_bits); }
  unsigned ways() const { return direct() ? 1 : lookup_ways; }
  unsigned rows() const { return entries / ways(); }
  /// Where counting ends.
  std::uint64_t most_count() const { return (std::uint64_t{1} << counter_bits) - 1; }
  /// Where counting of all symbols ends: no less than all counts together can be.
  std::uint64_t most_total() const { return (std::uint64_t{entries} << counter_bits) - 1; }
};

/// A value and its count, of which 0 means that the entry is free.
struct FrequencyEntry {
  Symbol value = 0;
  std::uint64_t count = 0;
  bool operator==(const FrequencyEntry&) const = default;
};

class FrequencyTable {
 public:
  explicit FrequencyTable(const FrequencyShape& shape);

  struct Sampled {
    bool held;            ///< the value had an entry
    std::uint64_t count;  ///< of its entry now; 0 when it has none
  };
  /// Counts a symbol; upper bits of value and tree that there are not do not matter.
  Sampled sample(unsigned tree, Symbol value);
  /// The entry of a value of 4 or 8 bits; else entry `number`: number / rows in the set number modulo rows.
  FrequencyEntry read(unsigned tree, std::uint32_t number) const;
  void clear();

  const FrequencyShape& shape() const { return shape_; }
  std::uint64_t total() const { return total_; }  ///< symbols since the table was cleared
  /// By row and way.
  const FrequencyEntry& at(unsigned row, unsigned way) const { return entries_[row * shape_.ways() + way]; }
  /// The row of a value, or of an entry's number.
  unsigned row_of(unsigned tree, Symbol value) const;
  /// Symbols that no entry counts: those of values without an entry. Some of those of a saturated counter,
  /// too.
  std::uint64_t uncounted() const;

 private:
  FrequencyShape shape_;
  std::vector<FrequencyEntry> entries_;
  std::uint64_t total_ = 0;
};

}  // namespace heddle::e2mc
