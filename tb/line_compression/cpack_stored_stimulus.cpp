// SPDX-License-Identifier: Apache-2.0
#include "tb/line_compression/cpack_stored_stimulus.hpp"

#include <algorithm>
#include <array>

#include "models/line_compression/cpack_line.hpp"

namespace heddle {
namespace {

enum class CpackKind : std::uint8_t {
  as_made,
  wrong_bit,
  bit_behind,
  wrong_piece,
  too_long,
  any_pieces,
  uncompressed,
  anything
};
constexpr std::array cpack_kinds{CpackKind::as_made,     CpackKind::wrong_bit,    CpackKind::bit_behind,
                                 CpackKind::wrong_piece, CpackKind::wrong_piece,  CpackKind::too_long,
                                 CpackKind::any_pieces,  CpackKind::uncompressed, CpackKind::anything};

constexpr unsigned cpack_other_entries = 2, cpack_empty_entries = 3;

}  // namespace

std::span<const CpackLongerPattern> cpack_longer_patterns() {
  using enum CpackPattern;
  static constexpr std::array longer{
      CpackLongerPattern{xxxx, zzzz}, CpackLongerPattern{xxxx, mmmm}, CpackLongerPattern{xxxx, mmxx},
      CpackLongerPattern{xxxx, zzzx}, CpackLongerPattern{xxxx, mmmx}, CpackLongerPattern{mmxx, zzzz},
      CpackLongerPattern{mmxx, mmmm}, CpackLongerPattern{mmxx, zzzx}, CpackLongerPattern{mmxx, mmmx},
      CpackLongerPattern{zzzx, zzzz}, CpackLongerPattern{mmmx, mmmm}};
  return longer;
}

/// The first and the last of a burst are as a compressor makes them.
void CpackStoredStimulus::draw(BurstPlace place, StoredLineBytes& stored) {
  const CpackKind kind = place == BurstPlace::inside && random_.one_in(2)
                             ? cpack_kinds[random_.below(cpack_kinds.size())]
                             : CpackKind::as_made;
  lines_.draw(place, stored.data);
  stored.compressed = true;
  if (kind == CpackKind::anything) {
    lines_.anything(stored.data);
    return;
  }
  if (kind == CpackKind::as_made || kind == CpackKind::uncompressed || kind == CpackKind::wrong_bit) {
    const CpackLine made = cpack_line_compress(std::span(stored.data).first(line_bytes_));
    stored.compressed = made.compressed && kind != CpackKind::uncompressed;
    if (stored.compressed) std::copy_n(made.bytes.begin(), line_bytes_, stored.data.begin());
    if (kind == CpackKind::wrong_bit)
      set(random_.below(8 * (random_.one_in(2) ? made.length : line_bytes_)), stored.data);
    return;
  }
  if (kind == CpackKind::bit_behind) {
    bit_behind(stored.data);
    return;
  }
  write(kind == CpackKind::too_long
            ? of_words(words_.with_bits(words(), cpack_most_bits(line_bytes_) + 2 + 2 * random_.below(8)))
        : kind == CpackKind::wrong_piece ? with_wrong_piece()
                                         : any_pieces(),
        stored.data);
}

CpackStoredStimulus::Pieces CpackStoredStimulus::of_words(const std::vector<std::uint32_t>& words) {
  Pieces pieces;
  CpackHistory history;
  for (const std::uint32_t word : words) {
    const CpackPiece piece = history.dictionary.piece(word);
    pieces.push_back(of(piece));
    history.add(piece);
  }
  return pieces;
}

void CpackStoredStimulus::write(const Pieces& pieces, LineBytes& bytes) const {
  std::fill_n(bytes.begin(), line_bytes_, static_cast<unsigned char>(0));
  unsigned end = 0;
  for (const auto& [code, bits] : pieces) {
    for (unsigned b = 0; b < bits && end + b < 8 * line_bytes_; ++b)
      if ((code >> b & 1) != 0) set(end + b, bytes);
    end += bits;
  }
}

/// A bit behind a stream that is short enough for the bit whose turn it is, right behind it at times.
void CpackStoredStimulus::bit_behind(LineBytes& bytes) {
  const unsigned shortest = cpack_shortest_bits(line_bytes_);
  const unsigned bit = shortest + behind_turn_++ % (8 * line_bytes_ - shortest);
  const unsigned most = std::min(bit, cpack_most_bits(line_bytes_));
  const unsigned bits = random_.one_in(2) ? most : shortest + random_.below(most - shortest + 1);
  write(of_words(words_.with_bits(words(), bits)), bytes);
  set(bit, bytes);
}

/// The piece is wrong at the place whose turn it is, or at the next one where it can be.
CpackStoredStimulus::Pieces CpackStoredStimulus::with_wrong_piece() {
  const auto longer_ones = static_cast<std::uint32_t>(cpack_longer_patterns().size());
  const unsigned kind = wrong_turn_++ % (longer_ones + cpack_other_entries + cpack_empty_entries + 1);
  const unsigned from = random_.one_in(2) ? place_turn_++ % words() : random_.below(words());
  // Few long words, so that the stream is not too long.
  const unsigned patterns = 0b11 | 1u << random_.below(cpack_patterns) | 1u << random_.below(cpack_patterns);
  Pieces pieces;
  CpackHistory history;
  for (bool done = false; pieces.size() < words();) {
    const auto pattern = CpackPattern(random_.below(cpack_patterns));
    if (pieces.size() > 3 && (patterns >> static_cast<unsigned>(pattern) & 1) == 0) continue;
    CpackPiece piece = history.dictionary.piece(random_.one_in(4) ? words_.any(history)
                                                                  : words_.of_pattern(pattern, history));
    if (pieces.size() >= from && !done) {
      const std::optional<CpackPiece> wrong = wrong_piece(kind, history);
      if (wrong) piece = *wrong;
      done = wrong.has_value();
      if (done && kind == longer_ones + cpack_other_entries + cpack_empty_entries) {
        pieces.push_back({cpack_code(piece) | cpack_unused_code, cpack_bits(CpackPattern::mmmx)});
        history.add(piece);
        continue;
      }
    }
    pieces.push_back(of(piece));
    history.add(piece);
  }
  return pieces;
}

std::optional<CpackPiece> CpackStoredStimulus::wrong_piece(unsigned kind, const CpackHistory& before) {
  using enum CpackPattern;
  const auto longer_ones = static_cast<std::uint32_t>(cpack_longer_patterns().size());
  if (kind < longer_ones) return longer(cpack_longer_patterns()[kind], before);
  kind -= longer_ones;
  if (kind < cpack_other_entries) return by_other_entry(kind == 0 ? mmmx : mmxx, before);
  kind -= cpack_other_entries;
  if (kind < cpack_empty_entries) return by_empty_entry(kind == 0 ? mmmm : kind == 1 ? mmmx : mmxx, before);
  return CpackPiece{mmmx, random_.below(cpack_entries), random_.below(256)};
}

std::optional<CpackPiece> CpackStoredStimulus::longer(const CpackLongerPattern& wrong,
                                                      const CpackHistory& before) {
  const std::uint32_t word = words_.of_pattern(wrong.right, before);
  if (before.dictionary.piece(word).pattern != wrong.right) return {};
  if (cpack_has_index(wrong.longer)) return by_entry(wrong.longer, word, cpack_entries, before);
  return CpackPiece{wrong.longer, 0, word};
}

std::optional<CpackPiece> CpackStoredStimulus::by_other_entry(CpackPattern pattern,
                                                              const CpackHistory& before) {
  const std::uint32_t word = words_.of_pattern(pattern, before);
  const CpackPiece right = before.dictionary.piece(word);
  if (right.pattern != pattern) return {};
  return by_entry(pattern, word, right.index, before);
}

std::optional<CpackPiece> CpackStoredStimulus::by_empty_entry(CpackPattern pattern,
                                                              const CpackHistory& before) {
  const std::uint32_t filled = before.dictionary.size();
  if (filled == cpack_entries) return {};
  const std::uint32_t behind = random_.one_in(2) ? 0 : random_.below(cpack_entries - filled);
  return CpackPiece{pattern, filled + behind, pattern == CpackPattern::mmmm ? 0 : random_.below(65536)};
}

/// The word by any entry that holds it but one.
std::optional<CpackPiece> CpackStoredStimulus::by_entry(CpackPattern pattern, std::uint32_t word,
                                                        unsigned not_this, const CpackHistory& before) {
  const std::uint32_t filled = before.dictionary.size(), first = filled > 0 ? random_.below(filled) : 0;
  for (unsigned n = 0; n < filled; ++n) {
    const CpackPiece piece{pattern, (first + n) % filled, word};
    if (piece.index != not_this && before.dictionary.word(piece) == word) return piece;
  }
  return {};
}

CpackStoredStimulus::Pieces CpackStoredStimulus::any_pieces() {
  Pieces pieces;
  for (unsigned i = 0; i < words(); ++i) {
    const auto pattern = CpackPattern(random_.below(cpack_patterns));
    pieces.push_back(
        of({pattern, random_.below(random_.one_in(2) ? 16 : 4), static_cast<std::uint32_t>(random_() >> 8)}));
  }
  return pieces;
}

}  // namespace heddle
