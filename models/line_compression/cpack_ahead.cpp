// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_ahead.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle {
namespace cpack_ahead {

constexpr unsigned word_bytes = 4;
/// The code of a word for which there is no dictionary value yet. It is not stored.
constexpr unsigned open_word = 15;
/// A bit of each code that needs a byte.
constexpr unsigned codes_with_byte = [] {
  unsigned codes = 0;
  for (unsigned code = 0; code < 16; ++code) codes |= cpack_needs_byte(code) ? 1u << code : 0;
  return codes;
}();
/// How many values these codes use.
unsigned used_of(unsigned named) {
  return static_cast<unsigned>(std::bit_width((named >> 4 | named >> 8 | named >> 12) & 15));
}
using Words = std::array<std::uint32_t, cpack_ahead_most_words>;
using Bytes = std::array<std::uint8_t, cpack_ahead_most_words>;

/// The first word that is open; null, if none is.
const std::uint8_t* first_open(const Bytes& codes) {
  return static_cast<const std::uint8_t*>(std::memchr(codes.data(), open_word, codes.size()));
}

/// Gives the words, in their upper 24 bits and their lowest byte, their codes, and the dictionary its values:
/// as in Vijaykumar2015, algorithm 6, each value is compared with all words at once.
void classify(const Words& upper, const Bytes& lowest, CpackAheadParts& parts) {
  for (unsigned i = 0; i < upper.size(); ++i) {
    const std::uint8_t narrow = lowest[i] == 0 ? cpack_zero : cpack_byte;
    parts.codes[i] = upper[i] == 0 ? narrow : open_word;
  }
  for (unsigned k = 0; k < cpack_ahead_values; ++k) {
    const std::uint8_t* first = first_open(parts.codes);
    if (first == nullptr) return;
    const auto at = static_cast<std::size_t>(first - parts.codes.data());
    const std::uint32_t value = upper[at];
    const std::uint8_t byte = lowest[at];
    parts.values[k] = value << 8 | byte;
    for (unsigned i = 0; i < upper.size(); ++i) {
      const auto code = static_cast<std::uint8_t>((lowest[i] == byte ? cpack_equal : cpack_near) + k);
      const std::uint8_t before = parts.codes[i];
      parts.codes[i] = upper[i] == value ? code : before;
    }
  }
}

}  // namespace cpack_ahead

unsigned CpackAheadParts::used() const { return cpack_ahead::used_of(named_codes()); }

bool CpackAheadParts::have_bytes() const { return (named_codes() & cpack_ahead::codes_with_byte) != 0; }

unsigned CpackAheadParts::named_codes() const {
  unsigned named = 0;
  for (const unsigned code : codes) named |= 1u << code;
  return named;
}

CpackLine cpack_ahead_pack(const CpackAheadParts& parts, unsigned words) {
  CpackLine stored{.compressed = true};
  for (unsigned i = 0; i < cpack_ahead_most_words / 2; ++i)
    stored.bytes[i] = static_cast<unsigned char>(parts.codes[2 * i] | parts.codes[2 * i + 1] << 4);
  const unsigned values_at = words / 2, named = parts.named_codes(), used = cpack_ahead::used_of(named);
  for (unsigned k = 0; k < used; ++k)
    std::memcpy(&stored.bytes[values_at + cpack_ahead::word_bytes * k], &parts.values[k], 4);
  stored.length = values_at + cpack_ahead::word_bytes * used;
  if ((named & cpack_ahead::codes_with_byte) == 0) return stored;
  std::copy_n(parts.bytes.begin(), words, stored.bytes.begin() + stored.length);
  stored.length += words;
  return stored;
}

CpackAheadParts cpack_ahead_unpack(const LineBytes& stored, unsigned words) {
  CpackAheadParts parts;
  for (unsigned i = 0; i < words / 2; ++i) {
    parts.codes[2 * i] = stored[i] & 15;
    parts.codes[2 * i + 1] = stored[i] >> 4;
  }
  const unsigned values_at = words / 2, named = parts.named_codes(), used = cpack_ahead::used_of(named);
  for (unsigned k = 0; k < used; ++k)
    std::memcpy(&parts.values[k], &stored[values_at + cpack_ahead::word_bytes * k], 4);
  if ((named & cpack_ahead::codes_with_byte) != 0)
    std::copy_n(stored.begin() + values_at + cpack_ahead::word_bytes * used, words, parts.bytes.begin());
  return parts;
}

CpackLine cpack_ahead_compress(std::span<const unsigned char> line) {
  using namespace cpack_ahead;
  Words words{}, upper;
  Bytes lowest;
  std::memcpy(words.data(), line.data(), line.size());
  CpackAheadParts parts;
  for (unsigned i = 0; i < words.size(); ++i) {
    upper[i] = words[i] >> 8;
    lowest[i] = static_cast<std::uint8_t>(words[i]);
  }
  classify(upper, lowest, parts);
  if (first_open(parts.codes) != nullptr) {
    CpackLine as_it_is{.length = static_cast<unsigned>(line.size())};
    std::copy(line.begin(), line.end(), as_it_is.bytes.begin());
    return as_it_is;
  }
  for (unsigned i = 0; i < words.size(); ++i) {
    const unsigned open_bits = cpack_needs_byte(parts.codes[i]) ? 0xff : 0;
    parts.bytes[i] = static_cast<std::uint8_t>(lowest[i] & open_bits);
  }
  return cpack_ahead_pack(parts, static_cast<unsigned>(line.size()) / word_bytes);
}

void cpack_ahead_restore(const LineBytes& stored, std::span<unsigned char> line) {
  using namespace cpack_ahead;
  const auto words = static_cast<unsigned>(line.size()) / word_bytes;
  const CpackAheadParts parts = cpack_ahead_unpack(stored, words);
  // By code: what is the same for all words, and the bits of the word's byte that count.
  std::array<std::uint32_t, 16> common{}, open_bits{};
  for (unsigned code = 0; code < common.size(); ++code) {
    open_bits[code] = cpack_needs_byte(code) ? 0xff : 0;
    if (cpack_names_value(code)) common[code] = parts.values[cpack_value_of(code)] & ~open_bits[code];
  }
  for (unsigned i = 0; i < words; ++i) {
    const std::uint32_t word = common[parts.codes[i]] | (parts.bytes[i] & open_bits[parts.codes[i]]);
    std::memcpy(&line[word_bytes * i], &word, sizeof word);
  }
}

CpackRestoredLine cpack_ahead_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes) {
  CpackRestoredLine restored;
  const auto line = std::span(restored.bytes).first(line_bytes);
  if (!compressed) {
    std::copy_n(stored.begin(), line_bytes, line.begin());
    return restored;
  }
  cpack_ahead_restore(stored, line);
  const CpackLine again = cpack_ahead_compress(line);
  restored.corrupt =
      !again.compressed || !std::equal(stored.begin(), stored.begin() + line_bytes, again.bytes.begin());
  return restored;
}

}  // namespace heddle
