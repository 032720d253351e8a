// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_segments_stimulus.hpp"

#include <algorithm>
#include <cstring>

#include "tb/line_compression/fpc_line_stimulus.hpp"

namespace heddle {

std::vector<bool> fpc_possible_units(unsigned segments) {
  std::vector<bool> possible(8 * segments + 1);
  possible[0] = true;
  for (unsigned s = 0; s < segments; ++s)
    for (std::size_t units = possible.size(); units-- > 0;)  // a segment of zeros leaves it as it is
      for (const unsigned more : {1u, 2u, 4u, 8u})
        if (units >= more && possible[units - more]) possible[units] = true;
  return possible;
}

FpcSegmentsStimulus::FpcSegmentsStimulus(std::uint64_t seed, unsigned line_bytes, unsigned segment_words)
    : random_(seed),
      line_bytes_(line_bytes),
      segment_words_(segment_words),
      segments_(line_bytes / 4 / segment_words) {
  for (unsigned s = 0; s <= segments_; ++s) possible_.push_back(fpc_possible_units(s));
}

void FpcSegmentsStimulus::draw(BurstPlace place, LineBytes& line) {
  const std::uint64_t r = random_();
  if (place == BurstPlace::first || place == BurstPlace::last) {
    make((place == BurstPlace::first ? first_turn_ : last_turn_)++ % 2, line);
  } else if ((r & 15) == 0) {
    line = last_;
    if ((r >> 4 & 1) != 0) line[r >> 8 & 127] = static_cast<unsigned char>(r >> 16);
  } else {
    make(static_cast<unsigned>(r >> 32) % 8, line);
  }
  last_ = line;
}

/// What follows a line of 64 bytes is anything.
void FpcSegmentsStimulus::make(unsigned kind, LineBytes& line) {
  if (line_bytes_ < line.size() || kind == 0) anything(line);
  if (kind == 0) return;
  Words made(line_bytes_ / 4);
  switch (kind) {
    case 1: {  // one pattern only; a line of words is not compressed
      const auto pattern = FpcPattern(random_.below(fpc_patterns - 1));
      for (auto& word : made) word = word_of(pattern);
      break;
    }
    case 2:
      made = random_.one_in(2) ? just_fitting() : just_too_long();
      break;
    case 3:
      made = with_units(units_turn_++ % (most_units() + 1));
      break;
    case 4:  // many zeros
      for (unsigned n = random_.below(4); n > 0; --n)
        made[random_.below(line_bytes_ / 4)] = shortest_of(FpcPattern(random_.below(fpc_patterns)));
      break;
    default:
      made = mixed();
  }
  std::memcpy(line.data(), made.data(), line_bytes_);
}

void FpcSegmentsStimulus::anything(LineBytes& line) {
  for (std::size_t i = 0; i < line.size(); i += 8) {
    const std::uint64_t r = random_();
    std::memcpy(&line[i], &r, 8);
  }
}

/// It can be one that a shorter pattern holds, too.
std::uint32_t FpcSegmentsStimulus::word_of(FpcPattern pattern) {
  return fpc_word(pattern, static_cast<std::uint32_t>(random_() >> 32));
}

/// A word that no shorter pattern holds.
std::uint32_t FpcSegmentsStimulus::shortest_of(FpcPattern pattern) {
  for (;;)
    if (const std::uint32_t word = word_of(pattern); fpc_pattern(word) == pattern) return word;
}

void FpcSegmentsStimulus::segment_of(FpcPattern pattern, std::span<std::uint32_t> words) {
  do
    for (auto& word : words) word = word_of(pattern);
  while (fpc_segment_pattern(words) != pattern);
}

void FpcSegmentsStimulus::any_segment(std::span<std::uint32_t> words) {
  const auto pattern = FpcPattern(random_.below(fpc_patterns)),
             other = FpcPattern(random_.below(fpc_patterns));
  std::uint32_t& odd = words[word_turn_++ % words.size()];
  const std::uint64_t r = random_();
  for (auto& word : words) word = word_of(pattern);
  switch (r & 7) {
    case 0:  // one word of another pattern
      odd = shortest_of(other);
      break;
    case 1: {  // one bit that the others' pattern does not leave open
      const FpcFixedBits& fixed = fpc_fixed_bits()[(r >> 3) % fpc_fixed_bits().size()];
      for (auto& word : words) word = word_of(fixed.pattern);
      odd ^= 1u << (fixed.first + bit_turn_++ % (fixed.last - fixed.first + 1));
      break;
    }
    case 2:  // a word at the end of a pattern's range
      odd = fpc_edges()[edge_turn_++ % fpc_edges().size()].word;
      break;
    case 3:  // two patterns
      for (auto& word : words) word = shortest_of(random_.one_in(2) ? pattern : other);
      break;
    case 4:  // padded halves that are two bytes
      for (auto& word : words) word = word_of(FpcPattern::byte) << 16;
      break;
    case 5:
      std::fill(words.begin(), words.end(), 0u);
      if ((r >> 8 & 1) != 0) odd = fpc_edges()[edge_turn_++ % fpc_edges().size()].word;
      break;
    default:
      break;
  }
}

FpcSegmentsStimulus::Words FpcSegmentsStimulus::mixed() {
  Words words(line_bytes_ / 4);
  const unsigned zeros = 1 + random_.below(4);
  for (unsigned i = 0; i < segments_; ++i)
    if (zeros == 1 || !random_.one_in(zeros)) any_segment(segment(words, i));
  return words;
}

/// The most units of data that are stored.
unsigned FpcSegmentsStimulus::most_units() const {
  return (line_bytes_ - 1 - fpc_segment_pattern_bytes(segments_)) / (segment_words_ / 2);
}

FpcSegmentsStimulus::Words FpcSegmentsStimulus::just_fitting() {
  return with_units(most_units() - random_.below(std::min(4u, most_units())));
}

FpcSegmentsStimulus::Words FpcSegmentsStimulus::just_too_long() {
  return with_units(most_units() + 1 + random_.below(8 * segments_ - most_units()));
}

/// Patterns at random, each of which leaves the later segments what they can have; if the target is not
/// possible, for a lower one.
FpcSegmentsStimulus::Words FpcSegmentsStimulus::with_units(unsigned target) {
  while (!possible_[segments_][target]) --target;
  Words words(line_bytes_ / 4);
  const unsigned first = random_.below(segments_);
  for (unsigned later = segments_; later-- > 0;) {
    FpcPattern pattern;
    unsigned units;
    do {
      pattern = FpcPattern(random_.below(fpc_patterns));
      units = fpc_segment_units(pattern);
    } while (units > target || target - units >= possible_[later].size() ||
             !possible_[later][target - units]);
    segment_of(pattern, segment(words, (first + later) % segments_));
    target -= units;
  }
  return words;
}

}  // namespace heddle
