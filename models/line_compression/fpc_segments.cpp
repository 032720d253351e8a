// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/fpc_segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/base/error.hpp"
#include "models/line_compression/fpc_form.hpp"

namespace heddle {
namespace fpc_segments {

static_assert(std::endian::native == std::endian::little, "words and data are little-endian bytes");

constexpr unsigned word_bytes = 4, most_words = sizeof(LineBytes) / word_bytes;
/// Room for the patterns and the data of any line, and for the eight bytes that the last pair is written to.
constexpr unsigned stored_bytes = fpc_segment_pattern_bytes(most_words / 2) + sizeof(LineBytes) + 8;
using Stored = std::array<unsigned char, stored_bytes>;

/// The pattern of each segment.
template <unsigned SegmentWords, std::size_t Words>
auto patterns_of(const std::array<std::uint32_t, Words>& words) {
  std::array<std::uint32_t, Words> held_by;
  for (std::size_t i = 0; i < Words; ++i) held_by[i] = fpc_holds(words[i]);
  std::array<FpcPattern, Words / SegmentWords> patterns;
  for (std::size_t s = 0; s < patterns.size(); ++s) {
    std::uint32_t all = held_by[s * SegmentWords];
    for (std::size_t i = 1; i < SegmentWords; ++i) all &= held_by[s * SegmentWords + i];
    patterns[s] = fpc_taken(all);
  }
  return patterns;
}

inline std::uint64_t eight_bytes(const Stored& stored, unsigned first) {
  std::uint64_t bytes;
  std::memcpy(&bytes, &stored[first], sizeof bytes);
  return bytes;
}

template <unsigned Bytes, unsigned SegmentWords>
FpcLine compress(std::span<const unsigned char> line) {
  constexpr unsigned segments = Bytes / word_bytes / SegmentWords;
  std::array<std::uint32_t, Bytes / word_bytes> words;
  std::memcpy(words.data(), line.data(), Bytes);
  const auto pattern_of = patterns_of<SegmentWords>(words);
  Stored stored{};
  std::uint64_t patterns = 0;
  unsigned length = fpc_segment_pattern_bytes(segments);
  for (unsigned s = 0; s < segments; ++s) {
    const auto pattern = static_cast<unsigned>(pattern_of[s]);
    patterns |= std::uint64_t{pattern} << fpc_pattern_bits * s;
    const FpcForm& form = fpc_forms[pattern];
    std::array<std::uint32_t, SegmentWords> data;
    for (unsigned i = 0; i < SegmentWords; ++i) data[i] = form.data_of(words[s * SegmentWords + i]);
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

/// The patterns and the words of a line that is stored, and where its data end.
template <unsigned Bytes, unsigned SegmentWords>
struct Opened {
  static constexpr unsigned segments = Bytes / word_bytes / SegmentWords;

  explicit Opened(const LineBytes& from) {
    std::memcpy(stored.data(), from.data(), Bytes);
    std::memcpy(&patterns, stored.data(), fpc_segment_pattern_bytes(segments));
    // All data first: what is stored word by word cannot be read as vectors right away.
    std::array<std::uint32_t, Bytes / word_bytes> data;
    for (unsigned s = 0; s < segments; ++s) {
      const unsigned bits = fpc_forms[pattern(s)].bits;
      for (unsigned i = 0; i < SegmentWords; i += 2) {
        const std::uint64_t pair = eight_bytes(stored, end);
        data[s * SegmentWords + i] = static_cast<std::uint32_t>(pair);
        data[s * SegmentWords + i + 1] = static_cast<std::uint32_t>(pair >> bits);
        end += bits / 4;
      }
    }
    for (unsigned i = 0; i < words.size(); ++i)
      words[i] = fpc_forms[pattern(i / SegmentWords)].word_of(data[i]);
  }
  unsigned pattern(unsigned segment) const { return patterns >> fpc_pattern_bits * segment & 7; }

  Stored stored{};
  std::uint64_t patterns = 0;
  std::array<std::uint32_t, Bytes / word_bytes> words;
  unsigned end = fpc_segment_pattern_bytes(segments);
};

/// Corrupt is what `compress` would not make of the restored words: other patterns, bits behind them or
/// behind the data, too many bytes. All else follows: a word and its pattern have no other data.
template <unsigned Bytes, unsigned SegmentWords>
FpcRestoredLine decompress(const LineBytes& from) {
  const Opened<Bytes, SegmentWords> opened(from);
  std::uint64_t again = 0;
  for (unsigned s = 0; const FpcPattern pattern : patterns_of<SegmentWords>(opened.words))
    again |= std::uint64_t{static_cast<unsigned>(pattern)} << fpc_pattern_bits * s++;
  std::uint64_t behind = 0;
  for (unsigned at = opened.end; at < Bytes; at += 8) behind |= eight_bytes(opened.stored, at);
  FpcRestoredLine line;
  std::memcpy(line.bytes.data(), opened.words.data(), Bytes);
  line.corrupt = again != opened.patterns || opened.end >= Bytes || behind != 0;
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

}  // namespace fpc_segments

void require_segment_words(unsigned segment_words) {
  if (segment_words == 0 || (std::has_single_bit(segment_words) && segment_words >= 2 && segment_words <= 16))
    return;
  throw Error({.what = "segment_words must be 0, or a power of two from 2 to 16",
               .value = fmt::format("{}", segment_words),
               .legal = "0, 2, 4, 8, 16",
               .key = "segment_words"});
}

FpcPattern fpc_segment_pattern(std::span<const std::uint32_t> words) {
  std::uint32_t all = ~0u;
  for (const std::uint32_t word : words) all &= fpc_holds(word);
  return fpc_taken(all);
}

FpcLine fpc_segments_compress(std::span<const unsigned char> line, unsigned segment_words) {
  using namespace fpc_segments;
  return with_constants(line.size(), segment_words,
                        [&](auto bytes, auto words) { return compress<bytes(), words()>(line); });
}

void fpc_segments_restore(const LineBytes& stored, std::span<unsigned char> line, unsigned segment_words) {
  using namespace fpc_segments;
  with_constants(line.size(), segment_words, [&](auto bytes, auto words) {
    std::memcpy(line.data(), Opened<bytes(), words()>(stored).words.data(), bytes());
  });
}

FpcRestoredLine fpc_segments_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                        unsigned segment_words) {
  using namespace fpc_segments;
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

void fpc_restore(const LineBytes& stored, std::span<unsigned char> line, unsigned segment_words) {
  if (segment_words == 0)
    fpc_line_restore(stored, line);
  else
    fpc_segments_restore(stored, line, segment_words);
}

FpcRestoredLine fpc_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                               unsigned segment_words) {
  return segment_words == 0 ? fpc_line_decompress(stored, compressed, line_bytes)
                            : fpc_segments_decompress(stored, compressed, line_bytes, segment_words);
}

}  // namespace heddle
