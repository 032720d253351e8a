#include "models/e2mc/line_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"
#include "models/e2mc/bit_row.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle::e2mc {
namespace {

void require_layout(std::size_t line_bytes, unsigned ways) {
  if (line_bytes != 64 && line_bytes != most_line_bytes)
    throw Error({.place = "line code",
                 .what = "a line cannot have so many bytes",
                 .value = fmt::format("{}", line_bytes),
                 .legal = "64, 128"});
  if (ways != 1 && ways != 2 && ways != 4 && ways != 8)
    throw Error({.place = "line code",
                 .what = "a line cannot be decoded in so many ways",
                 .value = fmt::format("{}", ways),
                 .legal = "1, 2, 4, 8"});
}

std::size_t whole_bytes(std::size_t bits) { return (bits + 7) / 8; }

/// Bits of a way's codewords.
std::size_t way_bits(std::span<const unsigned char> line, const CodeTable& table, std::size_t first,
                     std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = first; i < first + count; ++i)
    bits += table.bits_of(tree_of(table.symbol_bits(), i), symbol_at(line, table.symbol_bits(), i));
  return bits;
}

/// The next codeword, bit by bit: one of some length matches when its place among those of that length is one
/// of theirs.
std::optional<Symbol> read_symbol(BitReader& in, const TreeCode& tree, unsigned symbol_bits) {
  const CanonicalCode& code = tree.code();
  std::uint32_t bits = 0;
  for (unsigned length = 1; length <= code.longest(); ++length) {
    const auto bit = in.get(1);
    if (!bit) return std::nullopt;
    bits = bits << 1 | *bit;
    if (bits < code.first(length) || bits - code.first(length) >= code.count(length)) continue;
    if (tree.escape() != Codeword{bits, length})
      return tree.ordered_values()[bits - tree.value_offset(length)];
    const auto value = in.get(symbol_bits);
    return value && !tree.find(*value) ? value : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

unsigned pointer_bits(std::size_t line_bytes, unsigned ways) {
  require_layout(line_bytes, ways);
  return static_cast<unsigned>(std::countr_zero(line_bytes));
}

std::size_t coded_size(std::span<const unsigned char> line, const CodeTable& table, unsigned ways) {
  std::size_t bits = (ways - 1) * pointer_bits(line.size(), ways);
  const std::size_t each = symbols_of(table.symbol_bits(), line.size()) / ways;
  for (unsigned w = 0; w < ways; ++w) bits = whole_bytes(bits) * 8 + way_bits(line, table, w * each, each);
  return bits;
}

HuffmanLine encode_line(std::span<const unsigned char> line, const CodeTable& table,
                        const LineCodeConfig& config) {
  // Most lines that stay as they are need not be packed to find that out.
  if (coded_size(line, table, config.ways) / 8 + config.granularity > line.size())
    return uncompressed_line(line);
  LinePacker packer(line.size(), config.ways);
  const std::size_t each = symbols_of(table.symbol_bits(), line.size()) / config.ways;
  for (std::size_t i = 0; i < each * config.ways; ++i) {
    if (i % each == 0) packer.begin_way();
    const Symbol s = symbol_at(line, table.symbol_bits(), i);
    const auto [codeword, escaped] = table.tree(tree_of(table.symbol_bits(), i)).coded(s);
    packer.put(codeword.bits, codeword.length);
    if (escaped) packer.put(s, table.symbol_bits());
  }
  return packer.stored(line, config.granularity);
}

WayLayout ways_of(std::span<const unsigned char> stored, std::size_t line_bytes, unsigned ways) {
  WayLayout layout;
  const unsigned bits = pointer_bits(line_bytes, ways);
  BitReader in(stored, 0, stored.size() * 8);
  std::size_t last = whole_bytes((ways - 1) * bits) * 8;
  layout.legal = last <= stored.size() * 8;
  if (!layout.legal) return layout;
  layout.ways[0].first = last;
  for (unsigned w = 1; w < ways; ++w) {
    const std::size_t first = in.get(bits).value() * std::size_t{8};
    if (first < last || first > stored.size() * 8) layout.legal = false;
    layout.ways[w - 1].end = layout.ways[w].first = last = first;
  }
  layout.ways[ways - 1].end = stored.size() * 8;
  return layout;
}

RestoredLine decode_line(std::span<const unsigned char> stored, std::size_t line_bytes,
                         const CodeTable& table, unsigned ways) {
  RestoredLine line;
  const WayLayout layout = ways_of(stored, line_bytes, ways);
  line.corrupt = !layout.legal;
  const std::size_t each = symbols_of(table.symbol_bits(), line_bytes) / ways;
  for (unsigned w = 0; w < ways && !line.corrupt; ++w) {
    BitReader in(stored, layout.ways[w].first, layout.ways[w].end);
    for (std::size_t i = w * each; i < (w + 1) * each && !line.corrupt; ++i) {
      const auto s = read_symbol(in, table.tree(tree_of(table.symbol_bits(), i)), table.symbol_bits());
      line.corrupt = !s;
      if (s) put_symbol(line.bytes, table.symbol_bits(), i, *s);
    }
  }
  return line;
}

}  // namespace heddle::e2mc
