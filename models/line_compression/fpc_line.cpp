// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/fpc_line.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/line_compression/bit_cursor.hpp"
#include "models/line_compression/fpc_form.hpp"

namespace heddle {
namespace fpc_line {

static_assert(std::endian::native == std::endian::little,
              "words and streams are read and written as little-endian bytes");

constexpr unsigned word_bytes = 4, most_words = sizeof(LineBytes) / word_bytes,
                   longest_piece = fpc_pattern_bits + 32;
/// Room for the longest stream of a line, and for the eight bytes that the last piece is written to.
constexpr unsigned stream_bytes = most_words * longest_piece / 8 + 8;
using Stream = std::array<unsigned char, stream_bytes>;
using Words = std::array<std::uint32_t, most_words>;

constexpr unsigned number(FpcPattern pattern) { return static_cast<unsigned>(pattern); }

/// By the pattern's number. The numbers stand in one word, which is faster than a table in memory.
constexpr unsigned data_bits(unsigned pattern) {
  constexpr std::uint64_t all = [] {
    std::uint64_t bits = 0;
    for (unsigned p = 0; p < fpc_patterns; ++p) bits |= std::uint64_t{fpc_data_bits(FpcPattern(p))} << 8 * p;
    return bits;
  }();
  return static_cast<unsigned>(all >> 8 * pattern & 0xff);
}

constexpr std::uint32_t extend(std::uint32_t data, unsigned bits) {
  const std::uint32_t sign = std::uint32_t{1} << (bits - 1), mask = 2 * sign - 1;
  return ((data & mask) ^ sign) - sign;
}

}  // namespace fpc_line

std::string_view name(FpcPattern pattern) {
  constexpr std::array<std::string_view, fpc_patterns> names{
      "zero_run", "nibble", "byte", "half", "padded_half", "two_bytes", "repeated_byte", "word"};
  return names[static_cast<unsigned>(pattern)];
}

std::uint32_t fpc_word(FpcPattern pattern, std::uint32_t data) {
  using namespace fpc_line;
  switch (pattern) {
    case FpcPattern::zero_run:
      return 0;
    case FpcPattern::nibble:
    case FpcPattern::byte:
    case FpcPattern::half:
      return extend(data, fpc_data_bits(pattern));
    case FpcPattern::padded_half:
      return data << 16;
    case FpcPattern::two_bytes:
      return extend(data >> 8, 8) << 16 | (extend(data, 8) & 0xffff);
    case FpcPattern::repeated_byte:
      return (data & 0xff) * 0x01010101u;
    case FpcPattern::word:
      break;
  }
  return data;
}

std::uint32_t fpc_data(FpcPattern pattern, std::uint32_t word) {
  switch (pattern) {
    case FpcPattern::zero_run:
      return 0;
    case FpcPattern::nibble:
      return word & 0xf;
    case FpcPattern::byte:
    case FpcPattern::repeated_byte:
      return word & 0xff;
    case FpcPattern::half:
      return word & 0xffff;
    case FpcPattern::padded_half:
      return word >> 16;
    case FpcPattern::two_bytes:
      return (word >> 8 & 0xff00) | (word & 0xff);
    case FpcPattern::word:
      break;
  }
  return word;
}

FpcPattern fpc_pattern(std::uint32_t word) { return fpc_taken(fpc_holds(word)); }

FpcLine fpc_line_compress(std::span<const unsigned char> line) {
  using namespace fpc_line;
  const auto words = static_cast<unsigned>(line.size()) / word_bytes;
  Words word{}, held_by;
  std::memcpy(word.data(), line.data(), line.size());
  for (unsigned i = 0; i < most_words; ++i) held_by[i] = fpc_holds(word[i]);
  std::uint32_t zeros = 0;
  for (unsigned i = 0; i < words; ++i) zeros |= std::uint32_t{word[i] == 0} << i;
  Stream stream{};
  BitAppender to(stream.data());
  for (unsigned i = 0, taken; i < words; i += taken) {
    // No branch on whether it is a run, since that cannot be predicted.
    const auto run = std::min(static_cast<unsigned>(std::countr_one(zeros >> i)), fpc_longest_run);
    taken = run + (run == 0 ? 1 : 0);
    const FpcPattern pattern = fpc_taken(held_by[i]);
    const FpcForm& form = fpc_forms[number(pattern)];
    const std::uint64_t data = form.data_of(word[i]) + (taken - 1);
    to.put(data << fpc_pattern_bits | number(pattern), form.piece_bits);
  }
  FpcLine stored{.length = to.bytes(), .compressed = to.bytes() < line.size()};
  if (stored.compressed) {
    std::copy_n(stream.begin(), sizeof stored.bytes, stored.bytes.begin());
  } else {
    stored.length = static_cast<unsigned>(line.size());
    std::copy(line.begin(), line.end(), stored.bytes.begin());
  }
  return stored;
}

void fpc_line_restore(const LineBytes& stored, std::span<unsigned char> line) {
  using namespace fpc_line;
  const auto words = static_cast<unsigned>(line.size()) / word_bytes;
  Stream stream{};
  std::copy_n(stored.begin(), line.size(), stream.begin());
  Words word{};
  BitCursor next;
  for (unsigned i = 0, taken; i < words; i += taken) {
    const std::uint64_t piece = next.peek(stream, longest_piece);
    const auto pattern = static_cast<unsigned>(piece & 7);
    const auto data = static_cast<std::uint32_t>(piece >> fpc_pattern_bits);
    word[i] = fpc_forms[pattern].word_of(data);
    taken = 1 + (data & 7u >> fpc_pattern_bits * pattern);  // of a zero_run; perhaps beyond the line
    next.skip(fpc_pattern_bits + data_bits(pattern));
  }
  std::memcpy(line.data(), word.data(), line.size());
}

FpcRestoredLine fpc_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes) {
  FpcRestoredLine restored;
  const auto line = std::span(restored.bytes).first(line_bytes);
  if (!compressed) {
    std::copy_n(stored.begin(), line_bytes, line.begin());
    return restored;
  }
  fpc_line_restore(stored, line);
  const FpcLine again = fpc_line_compress(line);
  restored.corrupt =
      !again.compressed || !std::equal(stored.begin(), stored.begin() + line_bytes, again.bytes.begin());
  return restored;
}

}  // namespace heddle
