#pragma once

#include <map>

#include "models/e2mc/frequency_table.hpp"

// From what was sampled to the code of compressor and decompressor (Lal2017, section III-B2).

namespace heddle::e2mc {

/// The values of a tree that have an entry, and how often each was counted.
std::map<Symbol, std::uint64_t> sampled_counts(const FrequencyTable& table, unsigned tree);

/// The Huffman codes of a table's contents: of all values of 4 and 8 bits; of longer symbols, of the values
/// that have an entry, and of the escape for all other symbols together. As CodeTable of ValueCounts makes
/// them, if nothing was replaced and no counter is saturated.
CodeTable sampled_code(const FrequencyTable& table);

}  // namespace heddle::e2mc
