// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/fpc_stored_stimulus.hpp"

#include <algorithm>
#include <array>

namespace heddle {
namespace {

enum class Kind : std::uint8_t {
  as_made,
  wrong_bit,
  bit_behind,
  longer_pattern,
  parted_run,
  run_beyond,
  too_long,
  any_pieces,
  uncompressed,
  anything
};
constexpr unsigned kinds = 10;

}  // namespace

std::span<const FpcLongerPattern> fpc_longer_patterns() {
  using enum FpcPattern;
  static constexpr std::array longer{FpcLongerPattern{nibble, zero_run},
                                     FpcLongerPattern{byte, zero_run},
                                     FpcLongerPattern{byte, nibble},
                                     FpcLongerPattern{half, zero_run},
                                     FpcLongerPattern{half, nibble},
                                     FpcLongerPattern{half, byte},
                                     FpcLongerPattern{padded_half, zero_run},
                                     FpcLongerPattern{two_bytes, zero_run},
                                     FpcLongerPattern{two_bytes, nibble},
                                     FpcLongerPattern{two_bytes, byte},
                                     FpcLongerPattern{two_bytes, padded_half},
                                     FpcLongerPattern{repeated_byte, zero_run},
                                     FpcLongerPattern{repeated_byte, nibble},
                                     FpcLongerPattern{word, zero_run},
                                     FpcLongerPattern{word, nibble},
                                     FpcLongerPattern{word, byte},
                                     FpcLongerPattern{word, half},
                                     FpcLongerPattern{word, padded_half},
                                     FpcLongerPattern{word, two_bytes},
                                     FpcLongerPattern{word, repeated_byte}};
  return longer;
}

/// The first and the last of a burst are as a compressor makes them.
void FpcStoredStimulus::draw(BurstPlace place, StoredLineBytes& stored) {
  const auto kind =
      place == BurstPlace::inside && random_.one_in(2) ? Kind(random_.below(kinds)) : Kind::as_made;
  lines_.draw(place, stored.data);
  stored.compressed = true;
  if (kind == Kind::anything) {
    lines_.anything(stored.data);
    return;
  }
  if (kind == Kind::uncompressed || kind == Kind::as_made) {
    const FpcLine made = fpc_line_compress(std::span(stored.data).first(line_bytes_));
    stored.compressed = made.compressed && kind == Kind::as_made;
    if (stored.compressed) std::copy_n(made.bytes.begin(), line_bytes_, stored.data.begin());
    return;
  }
  Pieces pieces = kind == Kind::too_long && random_.one_in(2)
                      ? pieces_of(lines_.with_bits(8 * (line_bytes_ - 1) + 1 + random_.below(16)))
                      : pieces_of(lines_.mixed());
  if (kind == Kind::longer_pattern) longer_pattern(pieces);
  if (kind == Kind::parted_run) parted_run(pieces);
  if (kind == Kind::run_beyond) run_beyond(pieces);
  if (kind == Kind::any_pieces) pieces = any_pieces();
  write(pieces, stored.data);
  if (kind == Kind::wrong_bit) wrong_bit(stored.data);
  if (kind == Kind::bit_behind) bit_behind(stored.data);
}

FpcStoredStimulus::Pieces FpcStoredStimulus::pieces_of(const Words& words) const {
  Pieces pieces;
  bool in_run = false;
  for (const std::uint32_t word : words) {
    const FpcPattern pattern = fpc_pattern(word);
    if (pattern == FpcPattern::zero_run && in_run && pieces.back().data + 1 < fpc_longest_run)
      ++pieces.back().data;
    else
      pieces.push_back({pattern, fpc_data(pattern, word)});
    in_run = pattern == FpcPattern::zero_run;
  }
  return pieces;
}

unsigned FpcStoredStimulus::write(const Pieces& pieces, LineBytes& bytes) const {
  std::fill_n(bytes.begin(), line_bytes_, static_cast<unsigned char>(0));
  unsigned end = 0;
  for (const auto& [pattern, data] : pieces) {
    const unsigned bits = fpc_pattern_bits + fpc_data_bits(pattern);
    const std::uint64_t piece = std::uint64_t{data} << fpc_pattern_bits | static_cast<unsigned>(pattern);
    for (unsigned b = 0; b < bits && end + b < 8 * line_bytes_; ++b)
      if ((piece >> b & 1) != 0) set(end + b, bytes);
    end += bits;
  }
  return end;
}

void FpcStoredStimulus::wrong_bit(LineBytes& bytes) { set(random_.below(8 * line_bytes_), bytes); }

/// A bit behind a stream that is short enough for the bit whose turn it is.
void FpcStoredStimulus::bit_behind(LineBytes& bytes) {
  const unsigned words = line_bytes_ / 4, shortest = (words + fpc_longest_run - 1) / fpc_longest_run * 6;
  const unsigned bit = shortest + behind_turn_++ % (8 * line_bytes_ - shortest);
  Words line = lines_.mixed();
  while (fpc_stream_bits(line) > std::min(bit, 8 * (line_bytes_ - 1))) {
    const auto wide = random_.below(words);
    line[wide] = 0;
    if (random_.one_in(4)) std::fill(line.begin() + wide, line.end(), 0u);
  }
  write(pieces_of(line), bytes);
  set(bit, bytes);
}

void FpcStoredStimulus::longer_pattern(Pieces& pieces) {
  const FpcLongerPattern& wrong = fpc_longer_patterns()[pattern_turn_++ % fpc_longer_patterns().size()];
  Piece& piece = pieces[random_.below(static_cast<std::uint32_t>(pieces.size()))];
  if (piece.pattern == FpcPattern::zero_run) return;
  for (unsigned attempt = 0; attempt < 200; ++attempt) {
    const std::uint32_t word = lines_.word_of(wrong.shortest);
    piece = {wrong.longer, fpc_data(wrong.longer, word)};
    if (fpc_pattern(word) == wrong.shortest && fpc_word(wrong.longer, piece.data) == word) return;
  }
}

void FpcStoredStimulus::parted_run(Pieces& pieces) {
  const auto first = random_.below(static_cast<std::uint32_t>(pieces.size()));
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    const std::size_t i = (first + n) % pieces.size();
    if (pieces[i].pattern != FpcPattern::zero_run || pieces[i].data == 0) continue;
    const std::uint32_t front = random_.below(pieces[i].data);
    const Piece back{FpcPattern::zero_run, pieces[i].data - front - 1};
    pieces[i].data = front;
    pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1, back);
    return;
  }
}

/// The last piece becomes a run that is too long by the number whose turn it is.
void FpcStoredStimulus::run_beyond(Pieces& pieces) {
  const std::uint32_t more = 1 + beyond_turn_++ % (fpc_longest_run - 1);
  Piece& last = pieces.back();
  if (last.pattern != FpcPattern::zero_run) last = {FpcPattern::zero_run, 0};
  last.data = std::min(last.data + more, fpc_longest_run - 1);
}

FpcStoredStimulus::Pieces FpcStoredStimulus::any_pieces() {
  Pieces pieces;
  for (unsigned i = 0; i < line_bytes_ / 4; ++i) {
    const auto pattern = FpcPattern(random_.below(fpc_patterns));
    const std::uint64_t mask = (std::uint64_t{1} << fpc_data_bits(pattern)) - 1;
    pieces.push_back({pattern, static_cast<std::uint32_t>(random_() >> 8 & mask)});
  }
  return pieces;
}

}  // namespace heddle
