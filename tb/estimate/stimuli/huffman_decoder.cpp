// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"
#include "tb/e2mc/code_stimulus.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// One write to the tables in each operation, and then one stream behind another. The pins do not see what
/// the decoder answers: chunks are always offered, and a start stands until it is taken, so that what is
/// decoded are random streams of a code that is in the tables.
PinSequence load_and_decode(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const e2mc::DecoderShape shape{value("SymbolBits"), value("MaxCodeBits"), value("Entries")};
  PinSequence sequence({{"load_kind_i", 2},
                        {"load_tree_i", 3},
                        {"load_length_i", 5},
                        {"load_code_i", most_code_bits},
                        {"load_offset_i", most_code_bits},
                        {"load_symbol_i", 32},
                        {"load_valid_i", 1},
                        {"start_symbols_i", 9},
                        {"start_bits_i", 11},
                        {"start_chunk_i", most_code_bits},
                        {"start_valid_i", 1},
                        {"chunk_bits_i", most_code_bits},
                        {"chunk_valid_i", 1}});
  std::vector<e2mc::TableWrite> writes;
  for (unsigned t = 0; t < shape.trees(); ++t) {
    const auto tree = e2mc::tree_writes(e2mc::random_tree(shape, random), t, shape);
    writes.insert(writes.end(), tree.begin(), tree.end());
  }
  const std::uint32_t mask = e2mc::lower_bits(shape.max_code_bits);
  for (unsigned n = 0; n < operations; ++n) {
    const bool loads = n < writes.size();
    const e2mc::TableWrite w = loads ? writes[n] : e2mc::TableWrite{};
    const std::array<std::uint32_t, 13> pins{static_cast<std::uint32_t>(w.kind),
                                             w.tree,
                                             w.length,
                                             w.code,
                                             w.offset,
                                             w.symbol,
                                             loads,
                                             64,
                                             768,
                                             static_cast<std::uint32_t>(random()) & mask,
                                             !loads,
                                             static_cast<std::uint32_t>(random()) & mask,
                                             !loads};
    for (std::size_t pin = 0; pin < pins.size(); ++pin) sequence.append(pin, pins[pin]);
  }
  return sequence;
}

const Registration<Stimulus> huffman_decoder_stimulus{
    {.name = "huffman_decoder",
     .random_description =
         "the tables of a random code, and then random streams of 64 symbols or 768 bits without a gap",
     .random = load_and_decode}};

}  // namespace
}  // namespace heddle::estimate
