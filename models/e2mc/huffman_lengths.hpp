// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

// Lengths of codewords in bits from how often each symbol occurs. All results depend on the counts alone.

namespace heddle::e2mc {

using Counts = std::span<const std::uint64_t>;
using Lengths = std::vector<unsigned>;

/// The lengths of a Huffman code: shortest on average. Every symbol gets a codeword, also one that never
/// occurred; a single one gets a codeword of one bit. Of nodes of equal weight the one that was made first is
/// taken, symbols before inner nodes.
Lengths huffman_lengths(Counts counts);

/// The same with codewords of at most `most_bits`: no symbol is taken to be rarer than a minimum (Lal2017,
/// section III-B2c), which is found by bisection: it suffices, and one less does not. Throws Error when there
/// are more symbols than codewords of `most_bits`.
Lengths limited_huffman_lengths(Counts counts, unsigned most_bits);

/// The shortest code on average of those whose codewords have at most `most_bits`, by package-merge (Larmore
/// and Hirschberg 1990), to compare with. Throws Error as limited_huffman_lengths does.
Lengths package_merge_lengths(Counts counts, unsigned most_bits);

/// Bits of all symbols together.
std::uint64_t coded_bits(Counts counts, const Lengths& lengths);

}  // namespace heddle::e2mc
