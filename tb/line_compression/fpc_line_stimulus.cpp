// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_line_stimulus.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace heddle {

std::span<const FpcEdge> fpc_edges() {
  static constexpr std::array edges{FpcEdge{"one", 1},
                                    FpcEdge{"all ones", 0xffffffff},
                                    FpcEdge{"the highest nibble", 7},
                                    FpcEdge{"the lowest nibble", 0xfffffff8},
                                    FpcEdge{"one above the nibbles", 8},
                                    FpcEdge{"one below the nibbles", 0xfffffff7},
                                    FpcEdge{"the highest byte", 0x7f},
                                    FpcEdge{"the lowest byte", 0xffffff80},
                                    FpcEdge{"one above the bytes", 0x80},
                                    FpcEdge{"one below the bytes", 0xffffff7f},
                                    FpcEdge{"the highest half", 0x7fff},
                                    FpcEdge{"the lowest half", 0xffff8000},
                                    FpcEdge{"one above the halves", 0x8000},
                                    FpcEdge{"one below the halves", 0xffff7fff},
                                    FpcEdge{"the lowest padded half", 0x10000},
                                    FpcEdge{"the highest padded half", 0xffff0000},
                                    FpcEdge{"a padded half's top bit", 0x80000000},
                                    FpcEdge{"two highest bytes", 0x7f007f},
                                    FpcEdge{"two lowest bytes", 0xff80ff80},
                                    FpcEdge{"two bytes, zero above the lowest", 0xff80},
                                    FpcEdge{"two bytes, all ones above one", 0xffff0001},
                                    FpcEdge{"the lower half one above the bytes", 0x7f0080},
                                    FpcEdge{"the lower half one below the bytes", 0x7fff7f},
                                    FpcEdge{"the upper half one above the bytes", 0x80007f},
                                    FpcEdge{"the upper half one below the bytes", 0xff7f007f},
                                    FpcEdge{"the lowest repeated byte", 0x01010101},
                                    FpcEdge{"a repeated byte's top bit", 0x80808080},
                                    FpcEdge{"the highest repeated byte", 0xfefefefe},
                                    FpcEdge{"the lowest number", 0x80000001},
                                    FpcEdge{"the highest number", 0x7fffffff}};
  return edges;
}

std::span<const FpcFixedBits> fpc_fixed_bits() {
  static constexpr std::array bits{
      FpcFixedBits{FpcPattern::zero_run, 0, 31},    FpcFixedBits{FpcPattern::nibble, 4, 31},
      FpcFixedBits{FpcPattern::byte, 8, 31},        FpcFixedBits{FpcPattern::half, 16, 31},
      FpcFixedBits{FpcPattern::padded_half, 0, 15}, FpcFixedBits{FpcPattern::two_bytes, 8, 15},
      FpcFixedBits{FpcPattern::two_bytes, 24, 31},  FpcFixedBits{FpcPattern::repeated_byte, 8, 31}};
  return bits;
}

unsigned fpc_stream_bits(std::span<const std::uint32_t> words) {
  unsigned bits = 0, run = 0;
  for (const std::uint32_t word : words) {
    run = word == 0 ? run % fpc_longest_run + 1 : 0;
    if (run <= 1) bits += fpc_pattern_bits + fpc_data_bits(fpc_pattern(word));
  }
  return bits;
}

FpcPossibleStreams fpc_possible_streams(unsigned words) {
  const std::vector<bool> none((fpc_pattern_bits + 32) * words + 1);
  FpcPossibleStreams possible(words + 1, {none, none});
  possible[0][0][0] = true;
  for (unsigned i = 0; i < words; ++i)
    for (const bool behind_short_run : {false, true})
      for (unsigned bits = 0; bits < none.size(); ++bits) {
        if (!possible[i][behind_short_run][bits]) continue;
        for (unsigned p = 1; p < fpc_patterns; ++p)
          possible[i + 1][0][bits + fpc_pattern_bits + fpc_data_bits(FpcPattern(p))] = true;
        for (unsigned run = 1; run <= fpc_longest_run && i + run <= words && !behind_short_run; ++run)
          possible[i + run][run < fpc_longest_run][bits + fpc_pattern_bits + 3] = true;
      }
  return possible;
}

std::vector<bool> fpc_possible_bits(unsigned words) {
  const FpcPossibleStreams possible = fpc_possible_streams(words);
  std::vector<bool> all = possible[words][0];
  for (unsigned bits = 0; bits < all.size(); ++bits) all[bits] = all[bits] || possible[words][1][bits];
  return all;
}

void FpcLineStimulus::draw(BurstPlace place, LineBytes& line) {
  const std::uint64_t r = random_();
  if (place == BurstPlace::first || place == BurstPlace::last) {
    make((place == BurstPlace::first ? first_turn_ : last_turn_)++ % 2 == 0 ? 0 : 1, line);
  } else if ((r & 15) == 0) {
    line = last_;
    if ((r >> 4 & 1) != 0) line[r >> 8 & 127] = static_cast<unsigned char>(r >> 16);
  } else {
    make(static_cast<unsigned>(r >> 32) % 8, line);
  }
  last_ = line;
}

/// What follows a line of 64 bytes is anything.
void FpcLineStimulus::make(unsigned kind, LineBytes& line) {
  if (line_bytes_ < line.size() || kind == 0) anything(line);
  if (kind == 0) return;
  const unsigned words = line_bytes_ / 4, most = 8 * (line_bytes_ - 1);
  Words made;
  switch (kind) {
    case 1: {  // one pattern only; a line of words is not compressed
      const auto pattern = FpcPattern(random_.below(fpc_patterns - 1));
      made.resize(words);
      for (auto& word : made) word = word_of(pattern);
      break;
    }
    case 2: {
      const unsigned shortest = (words + fpc_longest_run - 1) / fpc_longest_run * 6;
      made = with_bits(random_.one_in(2) ? most - 8 + random_.below(17)
                                         : shortest + length_turn_++ % (8 * line_bytes_ - shortest));
      break;
    }
    case 3: {  // many zeros
      made.assign(words, 0);
      for (unsigned n = random_.below(words / 2); n > 0; --n) made[random_.below(words)] = any_word();
      break;
    }
    default:
      made = mixed();
  }
  std::memcpy(line.data(), made.data(), line_bytes_);
}

void FpcLineStimulus::anything(LineBytes& line) {
  for (std::size_t i = 0; i < line.size(); i += 8) {
    const std::uint64_t r = random_();
    std::memcpy(&line[i], &r, 8);
  }
}

/// A word that this pattern holds; it can be one that a shorter pattern holds, too.
std::uint32_t FpcLineStimulus::word_of(FpcPattern pattern) {
  const std::uint64_t r = random_();
  auto data = static_cast<std::uint32_t>(r >> 32);
  if (pattern == FpcPattern::padded_half && (r & 3) == 0) data = fpc_word(FpcPattern::byte, data);
  if (pattern == FpcPattern::two_bytes && (r & 3) == 0)
    data = (r & 4) != 0 ? data & 0xff00 : fpc_data(pattern, fpc_word(FpcPattern::byte, data));
  return fpc_word(pattern, data);
}

std::uint32_t FpcLineStimulus::any_word() {
  const std::uint64_t r = random_();
  switch (r & 7) {
    case 0:
      return fpc_edges()[edge_turn_++ % fpc_edges().size()].word;
    case 1: {
      const FpcFixedBits& fixed = fpc_fixed_bits()[(r >> 3) % fpc_fixed_bits().size()];
      return word_of(fixed.pattern) ^ 1u << (fixed.first + bit_turn_++ % (fixed.last - fixed.first + 1));
    }
    default:
      return word_of(FpcPattern((r >> 3) % fpc_patterns));
  }
}

FpcLineStimulus::Words FpcLineStimulus::mixed() {
  const std::uint64_t r = random_();
  // Which patterns the line has, and how many of its words begin a run.
  const unsigned chosen = (r & 3) == 0 ? 0xff : static_cast<unsigned>(r >> 8 & 0xff), runs = 2 + (r >> 2) % 8;
  Words words(line_bytes_ / 4);
  for (unsigned i = 0; i < words.size();) {
    if (random_.one_in(runs)) {
      const unsigned run = 1 + run_turn_++ % (2 * fpc_longest_run);
      i += run;
      if (i < words.size()) words[i++] = any_word();
      continue;
    }
    const auto pattern = FpcPattern(random_.below(fpc_patterns));
    words[i++] = (chosen >> static_cast<unsigned>(pattern) & 1) != 0 ? word_of(pattern) : any_word();
  }
  return words;
}

/// From the last piece to the first one, any that leaves the words ahead of it what they can have. Which
/// words other than zero stand where does not matter to the stream's length.
FpcLineStimulus::Words FpcLineStimulus::with_bits(unsigned target) {
  Words words(line_bytes_ / 4);
  auto i = static_cast<unsigned>(words.size());
  unsigned bits = target;
  while (!possible_[i][0][bits] && !possible_[i][1][bits]) --bits;
  bool short_run = !possible_[i][0][bits] || (possible_[i][1][bits] && random_.one_in(2));
  while (i > 0) {
    const auto pattern = short_run ? FpcPattern::zero_run : FpcPattern(random_.below(fpc_patterns));
    const bool run = pattern == FpcPattern::zero_run, behind_short_run = !run && random_.one_in(2);
    const unsigned taken = !run ? 1 : short_run ? 1 + random_.below(fpc_longest_run - 1) : fpc_longest_run;
    const unsigned length = fpc_pattern_bits + fpc_data_bits(pattern);
    if (taken > i || length > bits || !possible_[i - taken][behind_short_run][bits - length]) continue;
    i -= taken;
    bits -= length;
    short_run = behind_short_run;
    if (!run) do
        words[i] = word_of(pattern);
      while (fpc_pattern(words[i]) != pattern);
  }
  for (std::uint32_t& word : words) {
    std::uint32_t& other = words[random_.below(static_cast<std::uint32_t>(words.size()))];
    if (word != 0 && other != 0) std::swap(word, other);
  }
  return words;
}

}  // namespace heddle
