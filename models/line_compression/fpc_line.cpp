#include "models/line_compression/fpc_line.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle {
namespace fpc_line {

static_assert(std::endian::native == std::endian::little,
              "words and streams are read and written as little-endian bytes");

constexpr unsigned word_bytes = 4, longest_piece = fpc_pattern_bits + 32;
/// Room for the longest stream of a line, and for the eight bytes that the last piece is written to.
constexpr unsigned stream_bytes = sizeof(LineBytes) / word_bytes * longest_piece / 8 + 8;
using Stream = std::array<unsigned char, stream_bytes>;

/// Writes a stream, or reads it, piece by piece.
struct Cursor {
  unsigned bit = 0;

  void put(Stream& stream, std::uint64_t value, unsigned bits) {
    std::uint64_t around;
    std::memcpy(&around, &stream[bit / 8], sizeof around);
    around |= value << bit % 8;
    std::memcpy(&stream[bit / 8], &around, sizeof around);
    bit += bits;
  }
  std::uint32_t take(const Stream& stream, unsigned bits) {
    std::uint64_t around;
    std::memcpy(&around, &stream[bit / 8], sizeof around);
    const std::uint64_t value = around >> bit % 8 & ((std::uint64_t{1} << bits) - 1);
    bit += bits;
    return static_cast<std::uint32_t>(value);
  }
};

constexpr unsigned number(FpcPattern pattern) { return static_cast<unsigned>(pattern); }

template <class Part>
constexpr bool fits(std::uint32_t word) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<Part>(word))) == word;
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

FpcPattern fpc_pattern(std::uint32_t word) {
  using fpc_line::fits;
  if (word == 0) return FpcPattern::zero_run;
  if (fpc_line::extend(word, 4) == word) return FpcPattern::nibble;
  if (fits<std::int8_t>(word)) return FpcPattern::byte;
  if (fpc_word(FpcPattern::repeated_byte, word) == word) return FpcPattern::repeated_byte;
  if (fits<std::int16_t>(word)) return FpcPattern::half;
  for (const FpcPattern pattern : {FpcPattern::padded_half, FpcPattern::two_bytes})
    if (fpc_word(pattern, fpc_data(pattern, word)) == word) return pattern;
  return FpcPattern::word;
}

FpcLine fpc_line_compress(std::span<const unsigned char> line) {
  using namespace fpc_line;
  const auto words = static_cast<unsigned>(line.size()) / word_bytes;
  std::array<std::uint32_t, sizeof(LineBytes) / word_bytes> word{};
  std::memcpy(word.data(), line.data(), line.size());
  Stream stream{};
  Cursor end;
  for (unsigned i = 0; i < words;) {
    const FpcPattern pattern = fpc_pattern(word[i]);
    std::uint64_t data = fpc_data(pattern, word[i]);
    unsigned taken = 1;
    if (pattern == FpcPattern::zero_run) {
      while (taken < fpc_longest_run && i + taken < words && word[i + taken] == 0) ++taken;
      data = taken - 1;
    }
    end.put(stream, data << fpc_pattern_bits | number(pattern), fpc_pattern_bits + fpc_data_bits(pattern));
    i += taken;
  }
  const unsigned length = (end.bit + 7) / 8;
  FpcLine stored{.length = length, .compressed = length < line.size()};
  if (stored.compressed) {
    std::copy_n(stream.begin(), length, stored.bytes.begin());
  } else {
    stored.length = static_cast<unsigned>(line.size());
    std::copy(line.begin(), line.end(), stored.bytes.begin());
  }
  return stored;
}

FpcRestoredLine fpc_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes) {
  using namespace fpc_line;
  FpcRestoredLine line;
  if (!compressed) {
    std::copy_n(stored.begin(), line_bytes, line.bytes.begin());
    return line;
  }
  const unsigned words = line_bytes / word_bytes;
  Stream stream{};
  std::copy_n(stored.begin(), line_bytes, stream.begin());
  Cursor next;
  for (unsigned i = 0; i < words;) {
    const auto pattern = FpcPattern(next.take(stream, fpc_pattern_bits));
    const std::uint32_t data = next.take(stream, fpc_data_bits(pattern));
    if (pattern == FpcPattern::zero_run) {
      i += data + 1;  // perhaps beyond the line
      continue;
    }
    const std::uint32_t word = fpc_word(pattern, data);
    std::memcpy(&line.bytes[word_bytes * i++], &word, word_bytes);
  }
  const FpcLine again = fpc_line_compress(std::span(line.bytes).first(line_bytes));
  line.corrupt =
      !again.compressed || !std::equal(stored.begin(), stored.begin() + line_bytes, again.bytes.begin());
  return line;
}

}  // namespace heddle
