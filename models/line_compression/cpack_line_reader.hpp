// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/line_compression/cpack_word.hpp"
#include "models/line_compression/piece_pairs.hpp"

namespace heddle::cpack_line_reader {

/// How a word follows from its piece of the stream. Numbers in place of a case for each pattern: which
/// pattern comes next, a processor cannot predict.
struct Form {
  explicit constexpr Form(CpackPattern pattern)
      : index_shift(static_cast<std::uint8_t>(cpack_form(pattern).code_bits)),
        data_shift(static_cast<std::uint8_t>(index_shift + cpack_form(pattern).index_bits)),
        pushes(cpack_pushes(pattern) ? 1 : 0),
        data_mask(static_cast<std::uint32_t>((std::uint64_t{1} << cpack_form(pattern).data_bits) - 1)),
        entry_mask(cpack_has_index(pattern) ? ~data_mask : 0) {}

  std::uint8_t index_shift, data_shift;
  std::uint16_t pushes;
  std::uint32_t data_mask, entry_mask;  ///< entry_mask: bits of the word that are an entry's
};

/// By the lowest four bits of a piece. Its bits have a table of their own, which is smaller: where the next
/// piece begins depends on it.
template <class T, class Of>
constexpr auto by_code(Of of) {
  return [&]<std::size_t... Code>(std::index_sequence<Code...>) {
    return std::array{T(of(cpack_pattern_of(Code)))...};
  }
  (std::make_index_sequence<16>());
}
inline constexpr auto forms = by_code<Form>([](CpackPattern p) { return Form(p); });
inline constexpr auto piece_bits = by_code<std::uint8_t>(cpack_bits);

/// What cpack_line_restore gives of stored bytes; zeros follow them.
inline void restore(std::span<const unsigned char> stored, std::span<unsigned char> line) {
  PiecePairs pieces(stored, line.size());
  std::array<std::uint32_t, 2 * cpack_entries> entries{};  // behind them is where words go that are none
  unsigned pushed = 0;
  const auto put = [&](std::uint64_t piece, std::size_t at) {
    const Form& form = forms[piece & 15];
    const std::uint32_t entry = entries[piece >> form.index_shift & (cpack_entries - 1)];
    const std::uint32_t word =
        (entry & form.entry_mask) | (static_cast<std::uint32_t>(piece >> form.data_shift) & form.data_mask);
    entries[pushed % cpack_entries + (cpack_entries & (form.pushes - 1u))] = word;
    pushed += form.pushes;
    std::memcpy(&line[at], &word, sizeof word);
  };
  for (std::size_t at = 0; at < line.size(); at += 8) {
    const auto [first, second] =
        pieces.next([](std::uint64_t piece) -> unsigned { return piece_bits[piece & 15]; });
    put(first, at);
    put(second, at + 4);
  }
}

}  // namespace heddle::cpack_line_reader
