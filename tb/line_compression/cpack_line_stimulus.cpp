// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_line_stimulus.hpp"

#include <cstring>

namespace heddle {

void CpackLineStimulus::draw(BurstPlace place, LineBytes& line) {
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
void CpackLineStimulus::make(unsigned kind, LineBytes& line) {
  if (line_bytes_ < line.size() || kind == 0) anything(line);
  if (kind == 0) return;
  Words made;
  if (ahead_) {
    made = ahead(kind);
  } else if (kind == 1) {  // nearly always compressed
    made = words_.line(line_bytes_ / 4, 1u << static_cast<unsigned>(CpackPattern::mmmm) | 1);
  } else if (kind == 2) {
    made = with_bits();
  } else {
    made = of_few_patterns();
  }
  std::memcpy(line.data(), made.data(), line_bytes_);
}

CpackLineStimulus::Words CpackLineStimulus::ahead(unsigned kind) {
  const unsigned words = line_bytes_ / 4;
  if (kind == 2) return of_few_patterns();
  return kind == 3 || kind == 4 ? ahead_->with_fifth(words) : ahead_->compressed(words);
}

void CpackLineStimulus::anything(LineBytes& line) {
  for (std::size_t i = 0; i < line.size(); i += 8) {
    const std::uint64_t r = random_();
    std::memcpy(&line[i], &r, 8);
  }
}

CpackLineStimulus::Words CpackLineStimulus::of_few_patterns() {
  unsigned patterns = 1u << random_.below(cpack_patterns);
  for (unsigned n = random_.below(4); n > 0; --n) patterns |= 1u << random_.below(cpack_patterns);
  // Words that are pushed fill the dictionary and replace its entries.
  if (random_.one_in(2)) patterns |= 1u << static_cast<unsigned>(CpackPattern::xxxx);
  return words_.line(line_bytes_ / 4, patterns);
}

CpackLineStimulus::Words CpackLineStimulus::with_bits() {
  const unsigned shortest = cpack_shortest_bits(line_bytes_), most = cpack_most_bits(line_bytes_);
  const unsigned bits = random_.one_in(2) ? most - 8 + random_.below(17)
                                          : shortest + length_turn_++ % (8 * line_bytes_ - shortest);
  return words_.with_bits(line_bytes_ / 4, bits);
}

}  // namespace heddle
