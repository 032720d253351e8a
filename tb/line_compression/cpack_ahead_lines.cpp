// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_ahead_lines.hpp"

#include <algorithm>
#include <set>

namespace heddle {
namespace {

enum CpackAheadKind : unsigned { cpack_kind_zero, cpack_kind_byte, cpack_kind_equal, cpack_kind_near };
constexpr unsigned cpack_ahead_kinds = 4;

}  // namespace

std::optional<unsigned> CpackAheadHistory::code(std::uint32_t word) const {
  if (word < 256) return word == 0 ? cpack_zero : cpack_byte;
  for (unsigned k = 0; k < values.size(); ++k)
    if (word >> 8 == values[k] >> 8) return (word == values[k] ? cpack_equal : cpack_near) + k;
  return std::nullopt;
}

std::uint32_t CpackAheadLines::next_value(const CpackAheadHistory& history) {
  for (;;) {
    const std::uint32_t bit = 1u << (8 + bit_turn_++ % 24), low = random_.below(256);
    const auto other = random_.below(static_cast<std::uint32_t>(history.values.size()) + 1);
    std::uint32_t word = static_cast<std::uint32_t>(random_() >> 32);
    // As a value before, or as zero, but for one bit.
    if (random_.one_in(2)) word = (other < history.values.size() ? history.values[other] : 0) ^ bit;
    if (random_.one_in(4)) word = (word & 0xffffff00) | low;
    if (!history.code(word)) return word;
  }
}

std::uint32_t CpackAheadLines::of_kind(unsigned kind, const CpackAheadHistory& history) {
  const auto values = static_cast<std::uint32_t>(history.values.size());
  const std::uint32_t byte = random_.one_in(2) ? 1u << random_.below(8) : 1 + random_.below(255);
  if (kind == cpack_kind_byte) return byte;
  if (kind == cpack_kind_zero || values == 0) return 0;
  const std::uint32_t value = history.values[random_.below(values)];
  return kind == cpack_kind_near ? value ^ byte : value;
}

CpackAheadLines::Words CpackAheadLines::compressed(unsigned words, unsigned values, unsigned before) {
  // Where the values come: anywhere, or among the first words.
  const unsigned behind = random_.one_in(2) ? before : std::max(values, 1 + random_.below(before));
  std::set<unsigned> places;
  while (places.size() < values) places.insert(random_.below(behind));
  unsigned kinds = 1 + random_.below((1u << cpack_ahead_kinds) - 1);
  if (random_.one_in(4)) kinds &= 1u << cpack_kind_zero | 1u << cpack_kind_equal;  // no bytes
  Words all;
  CpackAheadHistory history;
  while (all.size() < words) {
    if (places.contains(static_cast<unsigned>(all.size()))) {
      all.push_back(next_value(history));
      history.add(all.back());
      continue;
    }
    unsigned kind = random_.below(cpack_ahead_kinds);
    while (kinds != 0 && (kinds >> kind & 1) == 0) kind = random_.below(cpack_ahead_kinds);
    all.push_back(of_kind(kinds == 0 ? cpack_kind_zero : kind, history));
  }
  return all;
}

CpackAheadLines::Words CpackAheadLines::with_fifth(unsigned words) {
  const unsigned fifth = cpack_ahead_values + fifth_turn_++ % (words - cpack_ahead_values);
  Words all = compressed(words, cpack_ahead_values, fifth);
  CpackAheadHistory history;
  for (const std::uint32_t word : all) history.add(word);
  all[fifth] = next_value(history);
  if (random_.one_in(2)) return all;
  // More of them.
  for (unsigned i = fifth + 1; i < words; ++i)
    if (random_.one_in(2)) all[i] = next_value(history);
  return all;
}

}  // namespace heddle
