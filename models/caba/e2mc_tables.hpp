// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/e2mc/code_table.hpp"

// What the subroutines configs/subroutines/e2mc/decompress_8 and decompress_16 find in shared memory: a code
// of E2MC (Lal2017), and in how many ways a line is decoded. Words of 32 bits, little endian.
//
//   words                      hold
//   1                          ways
//   1                          bytes of the line that a way restores
//   1                          the escape's entry; 0: there is none
//   1                          bits of the escape codeword; 0 where they and the value exceed 32 bits
//   1 each window              what a stream of codewords that goes on with these bits begins with: the entry
//   of
//                              a codeword that is whole in the window; 0: it is longer
//   2 each longer length       where its codewords end, left-aligned in 31 bits; what is added to four times
//   a
//                              codeword, to find its entry among the codewords. One more ends behind all and
//                              leads outside: no codeword matches
//   1 each codeword, in order  its entry: the symbol in the upper half, and the bits of the codeword; of the
//                              escape 0x8000 and the bits of codeword and value
//
// Of symbols of 8 bits the tables of windows, lengths and codewords stand for one tree behind the other.

namespace heddle {

/// Where these tables begin, in bytes.
struct E2mcTableLayout {
  unsigned symbol_bits, window_bits;
  unsigned codewords;  ///< of a tree, with the escape, at most

  unsigned trees() const { return e2mc::trees_of(symbol_bits); }
  unsigned longer_lengths() const { return e2mc::most_code_bits_of(symbol_bits) - window_bits + 1; }
  unsigned windows_at() const { return 16; }
  unsigned lengths_at() const { return windows_at() + 4 * trees() * (1u << window_bits); }
  unsigned codewords_at() const { return lengths_at() + 8 * trees() * longer_lengths(); }
  unsigned bytes() const { return codewords_at() + 4 * trees() * codewords; }
};
/// Throws Error for other symbols than those of 8 or 16 bits.
E2mcTableLayout e2mc_table_layout(unsigned symbol_bits);

/// The tables of a code for lines of 128 bytes. Throws Error for other symbols than those of 8 or 16 bits,
/// for other ways than 1, 2, 4 or 8, and when a tree has too many codewords.
std::vector<std::byte> e2mc_subroutine_tables(const e2mc::CodeTable& code, unsigned ways);

}  // namespace heddle
