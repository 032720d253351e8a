// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/compressor_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"
#include "models/e2mc/decoder_tables.hpp"

namespace heddle::e2mc {
namespace {

Error does_not_fit(std::string what, std::string value, std::string legal) {
  return Error({.place = "table of a Huffman compressor",
                .what = std::move(what),
                .value = std::move(value),
                .legal = std::move(legal)});
}

/// The values of a tree by their entry; none where an entry holds no value.
std::vector<std::optional<Symbol>> placed(const TreeCode& tree, const CompressorShape& shape) {
  std::vector<std::optional<Symbol>> entries(shape.entries_of_tree());
  std::vector<unsigned> used(shape.sets());
  for (const Symbol s : tree.ordered_values()) {
    const unsigned set = s % shape.sets();
    if (used[set] == shape.ways())
      throw does_not_fit("too many values share a set", fmt::format("{:#x}", s),
                         fmt::format("at most {} of a set", shape.ways()));
    entries[set * shape.ways() + used[set]++] = s;
  }
  return entries;
}

}  // namespace

void CompressorShape::validate() const { DecoderShape{symbol_bits, max_code_bits, entries}.validate(); }

CompressorTables::CompressorTables(const CompressorShape& shape)
    : shape_(shape), set_bits_(static_cast<unsigned>(std::countr_zero(shape.sets()))), ways_(shape.ways()) {
  reset();
}

void CompressorTables::reset() { trees_.assign(shape_.trees(), {}); }

Codeword CompressorTables::codeword(const CodeWrite& w) const {
  const unsigned most = shape_.max_code_bits;
  if (w.length == 0 || w.length > most) return {};
  return {(w.code & lower_bits(most)) >> (most - w.length), w.length};
}

void CompressorTables::write(const CodeWrite& w) {
  if (w.tree >= trees_.size()) return;
  Tree& tree = trees_[w.tree];
  switch (w.kind) {
    case CodeWrite::Kind::clear:
      tree = {};
      break;
    case CodeWrite::Kind::entry:
      if (tree.complete) break;
      tree.entries.push_back({w.symbol >> set_bits_, codeword(w)});
      tree.complete = tree.entries.size() == shape_.entries_of_tree();
      break;
    case CodeWrite::Kind::escape:
      if (shape_.escapes() && w.length <= shape_.max_code_bits) tree.escape = codeword(w);
      break;
  }
}

unsigned CompressorTables::entries_with(unsigned tree, Symbol s) const {
  const std::vector<Entry>& entries = trees_[tree].entries;
  if (!trees_[tree].complete) return 0;
  const auto first = entries.begin() + first_entry(s);
  return static_cast<unsigned>(
      std::count_if(first, first + shape_.ways(), [&](const Entry& e) { return holds(e, s); }));
}

std::vector<CodeWrite> code_writes(const TreeCode& tree, unsigned number, const CompressorShape& shape) {
  using Kind = CodeWrite::Kind;
  const unsigned most = shape.max_code_bits;
  if (tree.code().longest() > most)
    throw does_not_fit("the code has a codeword with too many bits", fmt::format("{}", tree.code().longest()),
                       fmt::format("at most {}", most));
  const auto t = static_cast<std::uint8_t>(number);
  const auto write = [&](Kind kind, Symbol s, const Codeword& c) {
    return CodeWrite{kind, t, s, c.bits << (most - c.length), static_cast<std::uint8_t>(c.length)};
  };
  std::vector<CodeWrite> writes{write(Kind::clear, 0, {})};
  if (tree.escape().length != 0) writes.push_back(write(Kind::escape, 0, tree.escape()));
  for (const auto& value : placed(tree, shape))
    writes.push_back(value ? write(Kind::entry, *value, tree.find(*value).value())
                           : write(Kind::entry, 0, {}));
  return writes;
}

std::vector<CodeWrite> code_writes(const CodeTable& table, const CompressorShape& shape) {
  if (table.symbol_bits() != shape.symbol_bits)
    throw does_not_fit("the code is of symbols of another length", fmt::format("{}", table.symbol_bits()),
                       fmt::format("{}", shape.symbol_bits));
  std::vector<CodeWrite> all;
  for (unsigned t = 0; t < shape.trees(); ++t) {
    const auto writes = code_writes(table.tree(t), t, shape);
    all.insert(all.end(), writes.begin(), writes.end());
  }
  return all;
}

}  // namespace heddle::e2mc
