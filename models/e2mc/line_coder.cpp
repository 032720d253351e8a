// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/line_coder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "models/base/error.hpp"
#include "models/e2mc/bit_stream.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle::e2mc {
namespace {

static_assert(std::endian::native == std::endian::little, "symbols are read and written as parts of words");

/// Bytes of the longest coded line: 64 escaped symbols of 16 bits with pointers, and what is written behind.
constexpr std::size_t most_coded_bytes = 64 * (20 + 16) / 8 + 8 + 8;

const CodeTable& with_short_codewords(const CodeTable& table) {
  const unsigned most = most_code_bits_of(table.symbol_bits());
  for (unsigned t = 0; t < trees_of(table.symbol_bits()); ++t)
    if (table.tree(t).code().longest() > most)
      throw Error({.place = "line code",
                   .what = "a codeword is too long",
                   .value = fmt::format("{} bits", table.tree(t).code().longest()),
                   .legal = fmt::format("at most {} bits", most)});
  return table;
}

template <class Value>
Value value_at(const unsigned char* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

void put_bytes(BitStream& to, const unsigned char* from, std::size_t bytes, const CodewordLookup& codewords) {
  for (std::size_t i = 0; i < bytes; i += 2) {
    const Codeword a = codewords.of_byte(i % 4, from[i]), b = codewords.of_byte(i % 4 + 1, from[i + 1]);
    to.put(std::uint64_t{a.bits} << b.length | b.bits, a.length + b.length);
  }
}

template <class Value>
void put_values(BitStream& to, const unsigned char* from, std::size_t bytes, const CodewordLookup& codewords,
                const Codeword& escape) {
  for (std::size_t i = 0; i < bytes; i += sizeof(Value)) {
    const auto value = value_at<Value>(from + i);
    const Codeword& found = codewords.of_value(value);
    if (found.length != 0)
      to.put(found.bits, found.length);
    else
      to.put(std::uint64_t{escape.bits} << 8 * sizeof(Value) | value, escape.length + 8 * sizeof(Value));
  }
}

}  // namespace

LineCoder::LineCoder(const CodeTable& table, const LineCodeConfig& config)
    : symbol_bits_(table.symbol_bits()),
      config_(config),
      escape_(table.tree(0).escape()),
      codewords_(with_short_codewords(table)),
      symbols_(table) {
  pointer_bits(most_line_bytes, config.ways);  // throws when there are no such ways
}

HuffmanLine LineCoder::encode(std::span<const unsigned char> line) const {
  const unsigned bits = pointer_bits(line.size(), config_.ways);
  const std::size_t header = ((config_.ways - 1) * bits + 7) / 8, each = line.size() / config_.ways;
  std::array<unsigned char, most_coded_bytes> coded{};
  BitStream codewords(coded.data() + header);
  std::uint64_t pointers = 0;
  for (unsigned w = 0; w < config_.ways; ++w) {
    if (w != 0) pointers = pointers << bits | static_cast<std::uint64_t>(codewords.end() - coded.data());
    const unsigned char* const from = line.data() + w * each;
    if (symbol_bits_ == 16)
      put_values<std::uint16_t>(codewords, from, each, codewords_, escape_);
    else if (symbol_bits_ == 32)
      put_values<std::uint32_t>(codewords, from, each, codewords_, escape_);
    else
      put_bytes(codewords, from, each, codewords_);
    codewords.to_whole_byte();
  }
  const auto bytes = static_cast<std::size_t>(codewords.end() - coded.data());
  if (bytes + config_.granularity > line.size()) return uncompressed_line(line);
  for (std::size_t b = header; b-- > 0;) {
    const unsigned behind = (config_.ways - 1) * bits;
    coded[b] = static_cast<unsigned char>(pointers << (header * 8 - behind) >> 8 * (header - 1 - b));
  }
  HuffmanLine stored{.length = static_cast<unsigned>(bytes), .compressed = true};
  std::copy_n(coded.begin(), most_line_bytes, stored.bytes.begin());
  return stored;
}

/// The symbol that `bits` begin with, and how many of them it takes; 0: none, or one that may not be there.
template <unsigned SymbolBits>
LineCoder::Taken LineCoder::take_symbol(unsigned tree, std::uint64_t bits) const {
  const SymbolLookup::Found found = symbols_.find<SymbolBits>(tree, bits);
  if (found.line_bits != 0) return {found.symbols & lower_bits(SymbolBits), found.first_bits};
  unsigned escape_length = found.first_bits;
  if (escape_length == 0) {
    const SymbolLookup::First first = symbols_.first(tree, bits, window_bits_of(SymbolBits) + 1);
    if (!first.escape) return {first.symbol, first.length};
    escape_length = first.length;
  }
  const auto value = static_cast<Symbol>(bits << escape_length >> (64 - SymbolBits));
  if (holds_all_values(SymbolBits) || codewords_.of_value(value).length != 0) return {};
  return {value, escape_length + SymbolBits};
}

/// Decodes a way into `bytes` bytes at `line`, and may write eight more; false when the way is corrupt.
template <unsigned SymbolBits>
bool LineCoder::decode_way(const unsigned char* stored, const WayBits& way, unsigned char* line,
                           unsigned bytes) const {
  std::size_t at = way.first;
  std::uint64_t open = 0;  // symbols that do not fill a byte, behind them zeros
  unsigned filled = 0;     // their bits
  unsigned left = 8 * bytes, tree = 0;
  const auto add = [&](std::uint32_t symbols, unsigned line_bits) {
    open |= std::uint64_t{symbols} << filled;
    std::memcpy(line, &open, sizeof open);
    filled += line_bits;
    line += filled / 8;
    open >>= filled & ~7u;
    filled %= 8;
    left -= line_bits;
    tree = (tree + line_bits / SymbolBits) % trees_of(SymbolBits);
  };
  constexpr unsigned lookups = 57 / window_bits_of(SymbolBits);  // in the bits that are sure to be there
  for (;;) {
    const std::uint64_t bits = bits_from(stored, at);
    unsigned taken = 0, k = 0;
    for (; k < lookups; ++k) {
      const SymbolLookup::Found found = symbols_.find<SymbolBits>(tree, bits << taken);
      if (found.line_bits - 1u >= left) break;  // there is none, or there are more than the way has
      add(found.symbols, found.line_bits);
      taken += found.code_bits;
    }
    at += taken;
    if (at > way.end) return false;
    if (left == 0) return true;
    if (k == lookups) continue;
    const Taken one = take_symbol<SymbolBits>(tree, bits_from(stored, at));
    at += one.bits;
    if (one.bits == 0 || at > way.end) return false;
    add(one.symbol, SymbolBits);
  }
}

template <unsigned SymbolBits>
RestoredLine LineCoder::decode_ways(std::span<const unsigned char> stored, std::size_t line_bytes) const {
  const WayLayout layout = ways_of(stored, line_bytes, config_.ways);
  if (!layout.legal) return {.corrupt = true};
  std::array<unsigned char, most_line_bytes + 16> padded{}, line{};
  std::copy(stored.begin(), stored.end(), padded.begin());
  const auto each = static_cast<unsigned>(line_bytes / config_.ways);
  bool good = true;
  for (unsigned w = 0; w < config_.ways; ++w)
    good &= decode_way<SymbolBits>(padded.data(), layout.ways[w], line.data() + w * each, each);
  RestoredLine restored{.corrupt = !good};
  std::copy_n(line.begin(), line_bytes, restored.bytes.begin());
  return restored;
}

RestoredLine LineCoder::decode(std::span<const unsigned char> stored, std::size_t line_bytes) const {
  switch (symbol_bits_) {
    case 4:
      return decode_ways<4>(stored, line_bytes);
    case 8:
      return decode_ways<8>(stored, line_bytes);
    case 16:
      return decode_ways<16>(stored, line_bytes);
    default:
      return decode_ways<32>(stored, line_bytes);
  }
}

}  // namespace heddle::e2mc
