// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/base/random.hpp"
#include "models/e2mc/decoder_tables.hpp"

// Random Huffman codes and streams, for the benches of E2MC's blocks.

namespace heddle::e2mc {

/// A value of `symbol_bits`: often one with few bits set or clear.
Symbol random_symbol(unsigned symbol_bits, Random& random);

/// The code of one tree: mostly of a few values, sometimes of as many as fit; flat, as deep as codewords can
/// be, or of any lengths. Where the decoder has escapes it has an escape codeword.
TreeCode random_tree(const DecoderShape& shape, Random& random);

/// Bits, the first of them first.
using BitString = std::vector<bool>;

/// Appends a symbol as it is coded: its codeword, or the escape codeword and its bits.
void append_symbol(BitString& bits, const TreeCode& tree, Symbol s, unsigned symbol_bits);

/// `count` bits from the n-th on, the first the highest; those behind the end are random.
std::uint32_t bits_at(const BitString& bits, std::size_t n, unsigned count, Random& random);

}  // namespace heddle::e2mc
