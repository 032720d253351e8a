// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_stored_segments_stimulus.hpp"

#include <algorithm>

#include "tb/line_compression/fpc_stored_stimulus.hpp"

namespace heddle {

/// The first and the last of a burst are as a compressor makes them.
void FpcStoredSegmentsStimulus::draw(BurstPlace place, StoredLineBytes& stored) {
  const auto kind =
      place == BurstPlace::inside && !random_.one_in(3) ? Kind(random_.below(kinds)) : Kind::as_made;
  lines_.draw(place, stored.data);
  stored.compressed = true;
  if (kind == Kind::anything) {
    lines_.anything(stored.data);
    return;
  }
  if (kind == Kind::uncompressed || kind == Kind::as_made) {
    const FpcLine made = fpc_segments_compress(std::span(stored.data).first(line_bytes_), segment_words_);
    stored.compressed = made.compressed && kind == Kind::as_made;
    if (stored.compressed) std::copy_n(made.bytes.begin(), line_bytes_, stored.data.begin());
    return;
  }
  Line line = line_of(kind == Kind::too_long ? lines_.just_too_long() : lines_.mixed());
  if (kind == Kind::longer_pattern) longer_pattern(line);
  if (kind == Kind::any_patterns) {
    for (auto& pattern : line.patterns) pattern = FpcPattern(random_.below(fpc_patterns));
    for (auto& word : line.words) word = lines_.word_of(FpcPattern::word);
  }
  write(line, stored.data);
  if (kind == Kind::wrong_bit) flip(random_.below(8 * line_bytes_), stored.data);
  if (kind == Kind::bit_behind_patterns) bit_behind_patterns(stored.data);
  if (kind == Kind::bit_behind_data) bit_behind_data(stored.data);
}

FpcStoredSegmentsStimulus::Line FpcStoredSegmentsStimulus::line_of(const Words& words) const {
  Line line{.patterns = {}, .words = words};
  for (unsigned i = 0; i < segments_; ++i)
    line.patterns.push_back(fpc_segment_pattern(lines_.segment(line.words, i)));
  return line;
}

unsigned FpcStoredSegmentsStimulus::bytes_of(const Line& line) const {
  unsigned bytes = fpc_segment_pattern_bytes(segments_);
  for (const FpcPattern pattern : line.patterns) bytes += fpc_segment_data_bits(pattern) * segment_words_ / 8;
  return bytes;
}

void FpcStoredSegmentsStimulus::write(const Line& line, LineBytes& bytes) const {
  std::fill_n(bytes.begin(), line_bytes_, static_cast<unsigned char>(0));
  unsigned end = 0;
  const auto put = [&](std::uint32_t value, unsigned bits) {
    for (unsigned b = 0; b < bits && end + b < 8 * line_bytes_; ++b)
      if ((value >> b & 1) != 0) flip(end + b, bytes);
    end += bits;
  };
  for (const FpcPattern pattern : line.patterns) put(static_cast<unsigned>(pattern), fpc_pattern_bits);
  end = 8 * fpc_segment_pattern_bytes(segments_);
  for (unsigned i = 0; i < line.words.size(); ++i) {
    const FpcPattern pattern = line.patterns[i / segment_words_];
    put(fpc_data(pattern, line.words[i]), fpc_segment_data_bits(pattern));
  }
}

void FpcStoredSegmentsStimulus::bit_behind_patterns(LineBytes& bytes) {
  const unsigned first = fpc_pattern_bits * segments_, end = 8 * fpc_segment_pattern_bytes(segments_);
  if (first < end) flip(first + random_.below(end - first), bytes);
}

/// A bit behind data that are short enough for the bit whose turn it is.
void FpcStoredSegmentsStimulus::bit_behind_data(LineBytes& bytes) {
  const unsigned first = 8 * fpc_segment_pattern_bytes(segments_);
  const unsigned bit = first + behind_turn_++ % (8 * line_bytes_ - first);
  Line line = line_of(lines_.mixed());
  while (8 * bytes_of(line) > bit) {
    const unsigned zero = random_.below(segments_);
    line.patterns[zero] = FpcPattern::zero_run;
    std::ranges::fill(lines_.segment(line.words, zero), 0u);
  }
  write(line, bytes);
  flip(bit, bytes);
}

void FpcStoredSegmentsStimulus::longer_pattern(Line& line) {
  const FpcLongerPattern& wrong = fpc_longer_patterns()[pattern_turn_++ % fpc_longer_patterns().size()];
  const unsigned i = random_.below(segments_);
  for (auto& word : lines_.segment(line.words, i)) do
      word = lines_.word_of(wrong.shortest);
    while (fpc_word(wrong.longer, fpc_data(wrong.longer, word)) != word);
  line.patterns[i] = wrong.longer;
}

}  // namespace heddle
