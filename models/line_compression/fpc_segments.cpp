#include "models/line_compression/fpc_segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/base/error.hpp"
#include "models/line_compression/fpc_form.hpp"

namespace heddle {
namespace {

static_assert(std::endian::native == std::endian::little, "words and data are little-endian bytes");

constexpr unsigned word_bytes = 4, most_words = sizeof(LineBytes) / word_bytes;
/// Room for the patterns and the data of any line, and for the eight bytes that the last pair is written to.
constexpr unsigned stored_bytes = fpc_segment_pattern_bytes(most_words / 2) + sizeof(LineBytes) + 8;
using Stored = std::array<unsigned char, stored_bytes>;

/// The segment's pattern holds all words if none has a bit that the pattern leaves no room for.
template <std::size_t Count>
FpcPattern pattern_of(std::span<const std::uint32_t, Count> words) {
  std::uint32_t any = 0, from_nibble = 0, from_byte = 0, from_half = 0, from_upper = 0, unequal = 0;
  for (const std::uint32_t w : words) {
    any |= w;
    from_nibble |= w + 0x8;  // 0 to 15 when a nibble holds it, and so on
    from_byte |= w + 0x80;
    from_half |= w + 0x8000;
    from_upper |= w + 0x800000;
    unequal |= w ^ std::rotl(w, 8);
  }
  using enum FpcPattern;
  constexpr std::array by_bits{zero_run, nibble, byte, repeated_byte, half, padded_half, two_bytes, word};
  const bool both_bytes = (from_byte & 0xff00) == 0 && (from_upper & 0xff000000) == 0;
  const unsigned holds = unsigned{any == 0} | unsigned{from_nibble <= 0xf} << 1 |
                         unsigned{from_byte <= 0xff} << 2 | unsigned{unequal == 0} << 3 |
                         unsigned{from_half <= 0xffff} << 4 | unsigned{(any & 0xffff) == 0} << 5 |
                         unsigned{both_bytes} << 6 | 1u << 7;
  return by_bits[static_cast<unsigned>(std::countr_zero(holds))];
}

std::uint64_t eight_bytes(const Stored& stored, unsigned first) {
  std::uint64_t bytes;
  std::memcpy(&bytes, &stored[first], sizeof bytes);
  return bytes;
}

template <unsigned Bytes, unsigned SegmentWords>
FpcLine compress(std::span<const unsigned char> line) {
  constexpr unsigned segments = Bytes / word_bytes / SegmentWords;
  std::array<std::uint32_t, Bytes / word_bytes> words;
  std::memcpy(words.data(), line.data(), Bytes);
  Stored stored{};
  std::uint64_t patterns = 0;
  unsigned length = fpc_segment_pattern_bytes(segments);
  for (unsigned s = 0; s < segments; ++s) {
    const std::span<const std::uint32_t, SegmentWords> segment(&words[s * SegmentWords], SegmentWords);
    const auto pattern = static_cast<unsigned>(pattern_of(segment));
    patterns |= std::uint64_t{pattern} << fpc_pattern_bits * s;
    const FpcForm& form = fpc_forms[pattern];
    std::array<std::uint32_t, SegmentWords> data;
    for (unsigned i = 0; i < SegmentWords; ++i) data[i] = form.data_of(segment[i]);
    for (unsigned i = 0; i < SegmentWords; i += 2) {  // two words' are whole bytes
      const std::uint64_t pair = data[i] | std::uint64_t{data[i + 1]} << form.bits;
      std::memcpy(&stored[length], &pair, sizeof pair);
      length += form.bits / 4;
    }
  }
  std::memcpy(stored.data(), &patterns, fpc_segment_pattern_bytes(segments));
  FpcLine made{.length = length, .compressed = length < Bytes};
  if (!made.compressed) made.length = Bytes;
  std::memcpy(made.bytes.data(), made.compressed ? stored.data() : line.data(), Bytes);
  return made;
}

/// Corrupt is what `compress` would not make of the restored words: other patterns, bits behind them or
/// behind the data, too many bytes. All else follows: a word and its pattern have no other data.
template <unsigned Bytes, unsigned SegmentWords>
FpcRestoredLine decompress(const LineBytes& from) {
  constexpr unsigned segments = Bytes / word_bytes / SegmentWords;
  Stored stored{};
  std::memcpy(stored.data(), from.data(), Bytes);
  std::uint64_t patterns = 0;
  std::memcpy(&patterns, stored.data(), fpc_segment_pattern_bytes(segments));
  unsigned next = fpc_segment_pattern_bytes(segments);
  std::array<std::uint32_t, Bytes / word_bytes> words;
  bool other = false;
  for (unsigned s = 0; s < segments; ++s) {
    const std::span<std::uint32_t, SegmentWords> segment(&words[s * SegmentWords], SegmentWords);
    const unsigned pattern = patterns >> fpc_pattern_bits * s & 7;
    const FpcForm& form = fpc_forms[pattern];
    std::array<std::uint32_t, SegmentWords> data;
    for (unsigned i = 0; i < SegmentWords; i += 2) {
      const std::uint64_t pair = eight_bytes(stored, next);
      data[i] = static_cast<std::uint32_t>(pair);
      data[i + 1] = static_cast<std::uint32_t>(pair >> form.bits);
      next += form.bits / 4;
    }
    for (unsigned i = 0; i < SegmentWords; ++i) segment[i] = form.word_of(data[i]);
    other |= pattern_of(std::span<const std::uint32_t, SegmentWords>(segment)) != FpcPattern(pattern);
  }
  std::uint64_t behind = 0;
  for (unsigned at = next; at < Bytes; at += 8) behind |= eight_bytes(stored, at);
  FpcRestoredLine line;
  std::memcpy(line.bytes.data(), words.data(), Bytes);
  line.corrupt = other || patterns >> fpc_pattern_bits * segments != 0 || next >= Bytes || behind != 0;
  return line;
}

/// Calls `work` with the two numbers as constants.
template <class Work>
auto with_constants(std::size_t line_bytes, unsigned segment_words, Work work) {
  const auto with_words = [&](auto bytes) {
    switch (segment_words) {
      case 2:
        return work(bytes, std::integral_constant<unsigned, 2>());
      case 4:
        return work(bytes, std::integral_constant<unsigned, 4>());
      case 8:
        return work(bytes, std::integral_constant<unsigned, 8>());
      default:
        return work(bytes, std::integral_constant<unsigned, 16>());
    }
  };
  return line_bytes == 64 ? with_words(std::integral_constant<unsigned, 64>())
                          : with_words(std::integral_constant<unsigned, 128>());
}

}  // namespace

void require_segment_words(unsigned segment_words) {
  if (segment_words == 0 || (std::has_single_bit(segment_words) && segment_words >= 2 && segment_words <= 16))
    return;
  throw Error({.what = "segment_words must be 0, or a power of two from 2 to 16",
               .value = fmt::format("{}", segment_words),
               .legal = "0, 2, 4, 8, 16",
               .key = "segment_words"});
}

FpcPattern fpc_segment_pattern(std::span<const std::uint32_t> words) { return pattern_of(words); }

FpcLine fpc_segments_compress(std::span<const unsigned char> line, unsigned segment_words) {
  return with_constants(line.size(), segment_words,
                        [&](auto bytes, auto words) { return compress<bytes(), words()>(line); });
}

FpcRestoredLine fpc_segments_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                        unsigned segment_words) {
  if (compressed)
    return with_constants(line_bytes, segment_words,
                          [&](auto bytes, auto words) { return decompress<bytes(), words()>(stored); });
  FpcRestoredLine line;
  std::copy_n(stored.begin(), line_bytes, line.bytes.begin());
  return line;
}

FpcLine fpc_compress(std::span<const unsigned char> line, unsigned segment_words) {
  return segment_words == 0 ? fpc_line_compress(line) : fpc_segments_compress(line, segment_words);
}

FpcRestoredLine fpc_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                               unsigned segment_words) {
  return segment_words == 0 ? fpc_line_decompress(stored, compressed, line_bytes)
                            : fpc_segments_decompress(stored, compressed, line_bytes, segment_words);
}

}  // namespace heddle
