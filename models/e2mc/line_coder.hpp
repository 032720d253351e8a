// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/e2mc/codeword_lookup.hpp"
#include "models/e2mc/line_code.hpp"
#include "models/e2mc/symbol_lookup.hpp"

namespace heddle::e2mc {

/// Encodes and decodes lines as line_code.hpp describes them, with what it needs of a code table looked up
/// ahead.
class LineCoder {
 public:
  /// Throws Error for another number of ways than 1, 2, 4 or 8, and when a codeword is longer than the
  /// longest of its symbols (most_code_bits_of).
  LineCoder(const CodeTable& table, const LineCodeConfig& config);

  /// The line of 64 or 128 bytes as it is stored. Throws Error for another length.
  HuffmanLine encode(std::span<const unsigned char> line) const;

  /// The line of `line_bytes` bytes whose compressed bytes are these, at most 128. Takes any bytes and reads
  /// no others. The line is corrupt when a way's bits end before its symbols, no codeword matches, a pointer
  /// is impossible, or a value is escaped that has a codeword. Bits behind a way's last symbol are not read.
  /// Throws Error for another length of the line than 64 or 128 bytes.
  RestoredLine decode(std::span<const unsigned char> stored, std::size_t line_bytes) const;

 private:
  struct Taken {
    Symbol symbol = 0;
    unsigned bits = 0;
  };
  template <unsigned SymbolBits>
  Taken take_symbol(unsigned tree, std::uint64_t bits) const;
  template <unsigned SymbolBits>
  bool decode_way(const unsigned char* stored, const WayBits& way, unsigned char* line, unsigned bytes) const;
  template <unsigned SymbolBits>
  RestoredLine decode_ways(std::span<const unsigned char> stored, std::size_t line_bytes) const;

  unsigned symbol_bits_;
  LineCodeConfig config_;
  Codeword escape_;
  CodewordLookup codewords_;
  SymbolLookup symbols_;
};

}  // namespace heddle::e2mc
