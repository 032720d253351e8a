// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_words.hpp"

#include <algorithm>

namespace heddle {

CpackPossibleBits::CpackPossibleBits(unsigned words) {
  for (auto& by_words : possible_)
    by_words.assign(words + 1, std::vector<bool>(cpack_longest_piece * words + 1, false));
  for (auto& by_words : possible_) by_words[0][0] = true;
  for (unsigned n = 1; n <= words; ++n)
    for (const bool with_entry : {false, true})
      for (unsigned p = 0; p < cpack_patterns; ++p) {
        const auto pattern = CpackPattern(p);
        if (cpack_has_index(pattern) && !with_entry) continue;
        const std::vector<bool>& behind = possible_[with_entry || cpack_pushes(pattern)][n - 1];
        for (unsigned bits = 0; bits + cpack_bits(pattern) < behind.size(); ++bits)
          if (behind[bits]) possible_[with_entry][n][bits + cpack_bits(pattern)] = true;
      }
}

unsigned cpack_stream_bits(const std::vector<std::uint32_t>& words) {
  CpackHistory history;
  unsigned bits = 0;
  for (const std::uint32_t word : words) {
    const CpackPiece piece = history.dictionary.piece(word);
    bits += cpack_bits(piece.pattern);
    history.add(piece);
  }
  return bits;
}

std::uint32_t CpackWords::candidate(CpackPattern pattern, const CpackHistory& before) {
  const std::uint64_t r = random_();
  const auto any = static_cast<std::uint32_t>(r >> 32);
  const std::uint32_t entries = before.dictionary.size();
  const std::uint32_t entry = entries > 0 ? before.dictionary.entry(random_.below(entries)) : any;
  switch (pattern) {
    case CpackPattern::zzzz:
      return 0;
    case CpackPattern::zzzx:
      return 1 + any % 255;
    case CpackPattern::mmmm:
      return entry;
    case CpackPattern::mmmx:
      return entry ^ (1 + any % 255);
    case CpackPattern::mmxx:
      return entry ^ (0x100 + any % 0xff00);
    case CpackPattern::xxxx:
      break;
  }
  return (r & 7) == 0 ? any & 0xffff : (r & 7) == 1 ? any & 0xffffff00 : any;
}

std::uint32_t CpackWords::of_pattern(CpackPattern pattern, const CpackHistory& before) {
  std::uint32_t word = candidate(pattern, before);
  for (unsigned attempt = 0; attempt < 20 && before.dictionary.piece(word).pattern != pattern; ++attempt)
    word = candidate(pattern, before);
  return word;
}

std::uint32_t CpackWords::any(const CpackHistory& before) {
  const std::uint64_t r = random_();
  const std::uint32_t bit = bit_turn_++ % 32, changed = 1u << bit;
  const auto pushed = static_cast<std::uint32_t>(before.pushed.size());
  const auto low = static_cast<std::uint32_t>(r >> 32);
  if ((r & 7) == 0) return changed;
  if (pushed == 0 || (r & 7) == 1) return of_pattern(CpackPattern(low % cpack_patterns), before);
  // One that was pushed before: any, or around the oldest that is left.
  const std::uint32_t oldest = pushed - before.dictionary.size();
  std::uint32_t word = before.pushed[(r & 8) != 0 ? low % pushed : std::max(oldest, 1u) - (r >> 4 & 1)];
  if ((r & 7) < 5) return word ^ changed;
  if ((r & 7) == 5) word ^= low & 0xff;
  if ((r & 7) == 6) word ^= low & 0xffff;
  return word;
}

std::vector<std::uint32_t> CpackWords::line(unsigned words, unsigned patterns) {
  std::vector<std::uint32_t> all;
  CpackHistory history;
  while (all.size() < words) {
    const unsigned p = random_.below(cpack_patterns);
    const bool wanted = (patterns >> p & 1) != 0;
    if (!wanted && !random_.one_in(12)) continue;
    all.push_back(wanted ? of_pattern(CpackPattern(p), history) : any(history));
    history.add(history.dictionary.piece(all.back()));
  }
  return all;
}

std::vector<std::uint32_t> CpackWords::with_bits(unsigned words, unsigned bits) {
  static const CpackPossibleBits possible(32);
  while (!possible(words, bits)) --bits;
  std::vector<std::uint32_t> all;
  CpackHistory history;
  const unsigned usual = random_.below(cpack_patterns);
  for (unsigned left = words; left > 0; --left) {
    // The usual pattern or any one, as long as the rest is still possible.
    unsigned p = random_.one_in(2) ? usual : random_.below(cpack_patterns);
    for (unsigned tried = 0; tried < cpack_patterns; ++tried, p = (p + 1) % cpack_patterns) {
      const auto pattern = CpackPattern(p);
      const bool with_entry = history.dictionary.size() > 0;
      if (cpack_has_index(pattern) && !with_entry) continue;
      if (bits >= cpack_bits(pattern) &&
          possible(left - 1, bits - cpack_bits(pattern), with_entry || cpack_pushes(pattern)))
        break;
    }
    const CpackPiece piece = history.dictionary.piece(of_pattern(CpackPattern(p), history));
    bits -= std::min(bits, cpack_bits(piece.pattern));
    all.push_back(history.add(piece));
  }
  return all;
}

}  // namespace heddle
