// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_compressor/cpack_ahead_line_coverage.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace heddle {

CpackAheadLineCoverage::CpackAheadLineCoverage(Coverage& coverage, unsigned line_bytes)
    : words_(line_bytes / 4) {
  const auto points = [&](const std::string& what, unsigned first, unsigned last) {
    return coverage.points(what, first, last, by_chance("the values of a workload's lines decide"));
  };
  for (const unsigned code : {cpack_zero, cpack_byte, cpack_equal, cpack_near})
    for (unsigned k = 0; k < (cpack_names_value(code) ? cpack_ahead_values : 1); ++k) {
      // Value k is the k-th word at the earliest.
      const unsigned first = code == cpack_near ? k + 1 : k;
      code_[code + k].assign(first, nullptr);
      const Points declared = points(fmt::format("code {}: word {{}}", code + k), first, words_ - 1);
      code_[code + k].insert(code_[code + k].end(), declared.begin(), declared.end());
    }
  fifth_ = points("word {} would be the fifth value", cpack_ahead_values, words_ - 1);
  for (unsigned n = 0; n < stored_.size(); ++n)
    for (const bool bytes : {false, true})
      stored_[n][bytes] = &coverage.point(fmt::format("{} values, {} bytes", n, bytes ? "with" : "without"),
                                          by_chance("the values of a workload's lines decide"));
  zero_bit_ = points("a word of which bit {} alone is set", 0, 31);
  for (unsigned k = 0; k < cpack_ahead_values; ++k)
    value_bit_[k] = points(fmt::format("a word that differs from value {} in bit {{}} alone", k), 0, 31);
}

void CpackAheadLineCoverage::see_bit(std::uint32_t word, const CpackAheadHistory& before) {
  if (std::has_single_bit(word)) ++*zero_bit_[static_cast<unsigned>(std::countr_zero(word))];
  for (unsigned k = 0; k < before.values.size(); ++k)
    if (const std::uint32_t difference = word ^ before.values[k]; std::has_single_bit(difference))
      ++*value_bit_[k][static_cast<unsigned>(std::countr_zero(difference))];
}

void CpackAheadLineCoverage::see(const LineBytes& line) {
  CpackAheadHistory history;
  bool bytes = false;
  for (unsigned i = 0; i < words_; ++i) {
    std::uint32_t word;
    std::memcpy(&word, &line[4 * i], sizeof word);
    see_bit(word, history);
    if (!history.code(word) && history.values.size() == cpack_ahead_values) {
      ++*fifth_[i - cpack_ahead_values];
      return;
    }
    history.add(word);
    const unsigned code = *history.code(word);
    ++*code_[code][i];
    bytes = bytes || code == cpack_byte || code >= cpack_near;
  }
  ++*stored_[history.values.size()][bytes];
}

}  // namespace heddle
