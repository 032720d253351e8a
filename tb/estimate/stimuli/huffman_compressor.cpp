// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"
#include "models/e2mc/line_code.hpp"
#include "tb/e2mc/code_stimulus.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

using SymbolLine = std::array<unsigned char, e2mc::most_line_bytes>;

std::vector<SymbolLine> random_lines(unsigned symbol_bits, Random& random) {
  std::vector<SymbolLine> lines(64);
  for (SymbolLine& line : lines)
    for (std::size_t i = 0; i < e2mc::symbols_of(symbol_bits, line.size()); ++i)
      e2mc::put_symbol(line, symbol_bits, i, e2mc::random_symbol(symbol_bits, random));
  return lines;
}

/// One write to the tables in each operation, and then one symbol after another. The pins do not see whether
/// the compressor is ready: while it adds an escaped value to the stream, symbols are lost.
PinSequence load_and_encode(const RtlParameters& parameters, unsigned operations, Random& random) {
  const auto value = [&](const char* name) { return static_cast<unsigned>(std::stoul(parameters.at(name))); };
  const e2mc::CompressorShape shape{value("SymbolBits"), value("MaxCodeBits"), value("Entries")};
  PinSequence sequence({{"load_kind_i", 2},
                        {"load_tree_i", 3},
                        {"load_symbol_i", 32},
                        {"load_code_i", e2mc::CompressorTables::most_code_bits},
                        {"load_length_i", 5},
                        {"load_valid_i", 1},
                        {"symbol_value_i", 32},
                        {"symbol_last_i", 1},
                        {"symbol_valid_i", 1}});
  const std::vector<SymbolLine> lines = random_lines(shape.symbol_bits, random);
  e2mc::ValueCounts counts(shape.symbol_bits);
  for (const SymbolLine& line : lines) counts.add(line);
  // There must be a codeword for each value, and for the escape.
  const unsigned entries = std::min(shape.entries, 1u << (shape.max_code_bits - 1));
  const auto writes =
      e2mc::code_writes(e2mc::CodeTable(counts, {shape.symbol_bits, shape.max_code_bits, entries}), shape);
  const auto symbols = static_cast<unsigned>(e2mc::symbols_of(shape.symbol_bits, e2mc::most_line_bytes));
  for (unsigned n = 0; n < operations; ++n) {
    const bool loads = n < writes.size();
    const e2mc::CodeWrite w = loads ? writes[n] : e2mc::CodeWrite{};
    const auto at = loads ? 0 : static_cast<unsigned>(n - writes.size());
    const SymbolLine& line = lines[at / symbols % lines.size()];
    const std::array<std::uint32_t, 9> pins{static_cast<std::uint32_t>(w.kind),
                                            w.tree,
                                            w.symbol,
                                            w.code,
                                            w.length,
                                            loads,
                                            e2mc::symbol_at(line, shape.symbol_bits, at % symbols),
                                            at % symbols == symbols - 1,
                                            !loads};
    for (std::size_t pin = 0; pin < pins.size(); ++pin) sequence.append(pin, pins[pin]);
  }
  return sequence;
}

const Registration<Stimulus> huffman_compressor_stimulus{
    {.name = "huffman_compressor",
     .random_description = "the tables of a code for random lines, and then those lines without a gap",
     .random = load_and_encode}};

}  // namespace
}  // namespace heddle::estimate
