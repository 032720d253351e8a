// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/range_indicators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned word_bits = 64;

/// The bits of `mask` in `word` become `bit`. True when that changed any.
bool assign(std::uint64_t& word, std::uint64_t mask, bool bit) {
  const std::uint64_t before = word;
  word = bit ? word | mask : word & ~mask;
  return word != before;
}

/// Registers of `mask` in word `w` of each plane become `encoding`. True when an indicator changed.
bool assign(Indicators& all, unsigned w, std::uint64_t mask, unsigned encoding) {
  const bool low = assign(all.low[w], mask, encoding & 1);
  const bool high = assign(all.high[w], mask, encoding >> 1 & 1);
  const bool wide = assign(all.wide[w], mask, encoding >> 2 & 1);
  return low || high || wide;
}

}  // namespace

RangeIndicators::RangeIndicators(unsigned bits) : mask_((1u << bits) - 1) {
  if (bits < 2 || bits > 3)
    throw Error({.place = "range indicators",
                 .what = "number of bits out of range",
                 .value = fmt::format("{}", bits),
                 .legal = "2 or 3"});
}

bool RangeIndicators::update(RegisterId r, unsigned encoding) {
  if (r >= indicator_registers) return false;
  return assign(all_, r / word_bits, std::uint64_t{1} << r % word_bits, encoding & mask_);
}

bool RangeIndicators::clear(unsigned first, unsigned count) {
  const unsigned end = std::min(first + count, indicator_registers);
  bool changed = false;
  for (unsigned at = first; at < end;) {
    const unsigned in_word = std::min(word_bits - at % word_bits, end - at);
    const std::uint64_t mask = ~std::uint64_t{0} >> (word_bits - in_word) << at % word_bits;
    changed |= assign(all_, at / word_bits, mask, static_cast<unsigned>(BdiEncoding::uncompressed));
    at += in_word;
  }
  return changed;
}

}  // namespace heddle
