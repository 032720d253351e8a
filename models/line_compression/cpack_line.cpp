// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_line.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "models/line_compression/bit_cursor.hpp"
#include "models/line_compression/cpack_alike.hpp"

namespace heddle {
namespace cpack_line {

constexpr unsigned word_bytes = 4;
/// Room for the longest stream of a line, and for the eight bytes around its last piece.
constexpr unsigned stream_bytes = sizeof(LineBytes) / word_bytes * cpack_longest_piece / 8 + 8;
using Stream = std::array<unsigned char, stream_bytes>;

/// How a word follows from its piece of the stream. Numbers in place of a case
/// for each pattern: which pattern comes next, a processor cannot predict.
struct Form {
  explicit constexpr Form(CpackPattern pattern)
      : bits(static_cast<std::uint8_t>(cpack_bits(pattern))),
        index_shift(static_cast<std::uint8_t>(cpack_form(pattern).code_bits)),
        data_shift(static_cast<std::uint8_t>(index_shift + cpack_form(pattern).index_bits)),
        data_mask(static_cast<std::uint32_t>((std::uint64_t{1} << cpack_form(pattern).data_bits) - 1)),
        entry_mask(cpack_has_index(pattern) ? ~data_mask : 0),
        pushes(cpack_pushes(pattern) ? 1 : 0) {}

  std::uint8_t bits, index_shift, data_shift;
  std::uint32_t data_mask, entry_mask;  ///< entry_mask: bits of the word that are an entry's
  std::uint32_t pushes;
};

/// By the lowest four bits of a piece.
constexpr auto by_code = []<std::size_t... Code>(std::index_sequence<Code...>) {
  return std::array{Form(cpack_pattern_of(Code))...};
}
(std::make_index_sequence<16>());

/// The dictionary as a set of words of the line, and the stream.
class Compressor {
 public:
  explicit Compressor(const CpackScalarWords::Words& words, unsigned char* stream)
      : line_(words), to_(stream) {}

  void add(std::uint32_t word, unsigned i) {
    using enum CpackPattern;
    if (word == 0) return put({zzzz, 0, 0});
    if (word <= 0xff) return put({zzzx, 0, word});
    const CpackAlike alike = line_.alike(word, i >= cpack_most_words / 2);
    if ((alike.two & entries_) == 0) {
      put({xxxx, 0, word});
    } else if (const std::uint32_t four = alike.four & entries_; four != 0) {
      return put({mmmm, first_of(four), 0});
    } else if (const std::uint32_t three = alike.three & entries_; three != 0) {
      put({mmmx, first_of(three), word});
    } else {
      put({mmxx, first_of(alike.two & entries_), word});
    }
    push(i);
  }
  unsigned bytes() const { return to_.bytes(); }

 private:
  void put(const CpackPiece& piece) { to_.put(cpack_code(piece), cpack_bits(piece.pattern)); }
  /// The index of the entry that was pushed first.
  unsigned first_of(std::uint32_t entries) const {
    return index_[static_cast<unsigned>(std::countr_zero(entries))];
  }
  void push(unsigned i) {
    if (pushed_ >= cpack_entries) entries_ &= entries_ - 1;  // the lowest one was pushed first
    entries_ |= 1u << i;
    index_[i] = static_cast<std::uint8_t>(pushed_++ % cpack_entries);
  }

  CpackLineWords line_;
  BitAppender to_;
  std::uint32_t entries_ = 0;
  unsigned pushed_ = 0;
  std::array<std::uint8_t, cpack_most_words> index_;
};

}  // namespace cpack_line

CpackLine cpack_line_compress(std::span<const unsigned char> line) {
  using namespace cpack_line;
  CpackScalarWords::Words words{};
  std::memcpy(words.data(), line.data(), line.size());
  Stream stream{};
  Compressor to(words, stream.data());
  for (unsigned i = 0; i < line.size() / word_bytes; ++i) to.add(words[i], i);
  CpackLine stored{.length = to.bytes(), .compressed = to.bytes() < line.size()};
  if (stored.compressed) {
    std::copy_n(stream.begin(), sizeof stored.bytes, stored.bytes.begin());
  } else {
    stored.length = static_cast<unsigned>(line.size());
    std::copy(line.begin(), line.end(), stored.bytes.begin());
  }
  return stored;
}

void cpack_line_restore(const LineBytes& stored, std::span<unsigned char> line) {
  using namespace cpack_line;
  Stream stream{};
  std::copy_n(stored.begin(), line.size(), stream.begin());
  BitCursor next;
  std::array<std::uint32_t, 2 * cpack_entries> entries{};  // behind them is where words go that are none
  unsigned pushed = 0;
  for (unsigned at = 0; at < line.size(); at += word_bytes) {
    const std::uint64_t piece = next.peek(stream, cpack_longest_piece);
    const Form& form = by_code[piece & 15];
    next.skip(form.bits);
    const std::uint32_t entry = entries[piece >> form.index_shift & (cpack_entries - 1)];
    const std::uint32_t word =
        (entry & form.entry_mask) | (static_cast<std::uint32_t>(piece >> form.data_shift) & form.data_mask);
    entries[pushed % cpack_entries + (cpack_entries & (form.pushes - 1))] = word;
    pushed += form.pushes;
    std::memcpy(&line[at], &word, word_bytes);
  }
}

CpackRestoredLine cpack_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes) {
  CpackRestoredLine restored;
  const auto line = std::span(restored.bytes).first(line_bytes);
  if (!compressed) {
    std::copy_n(stored.begin(), line_bytes, line.begin());
    return restored;
  }
  cpack_line_restore(stored, line);
  const CpackLine again = cpack_line_compress(line);
  restored.corrupt =
      !again.compressed || !std::equal(stored.begin(), stored.begin() + line_bytes, again.bytes.begin());
  return restored;
}

}  // namespace heddle
