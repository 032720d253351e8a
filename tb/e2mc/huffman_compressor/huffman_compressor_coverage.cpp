// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/huffman_compressor/huffman_compressor_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

const Arises codes_differ = by_chance("codes differ");
const Arises never_uncodable = never_in_system("tables are written before lines are compressed");
const Arises never_meaningless = never_in_system("tables are written from a code that fits them");
const Arises never_while_busy = never_in_system("tables are written before lines are compressed");
const Arises never_so_short = never_in_system("a stream has the symbols of a line's way");

}  // namespace

std::uint64_t& HuffmanCompressorCoverage::point_if(bool present, const char* name, Arises arises) {
  return present ? coverage.point(name, std::move(arises)) : nothing_;
}

HuffmanCompressorCoverage::HuffmanCompressorCoverage(const HuffmanCompressorConfig& config)
    : shape_(config.shape()),
      tables_(shape_),
      encoder_(tables_),
      packer_(shape_.max_code_bits),
      written_(shape_.trees()),
      length_(coverage.points("a codeword of {} bits", 1, shape_.max_code_bits, codes_differ)),
      tree_(coverage.points("a symbol of tree {}", 0, shape_.trees() - 1)),
      escape_(coverage.points("an escape codeword of {} bits", 1, shape_.escapes() ? shape_.max_code_bits : 0,
                              codes_differ)),
      position_(coverage.points("a codeword put at bit {} of the buffer", 0, shape_.max_code_bits - 1)),
      count_(coverage.points("a stream ends with {} bits left", 0, 2 * shape_.max_code_bits - 1,
                             by_chance("only the longest codewords leave so many"))),
      way_(coverage.points("a codeword of way {}", 0, shape_.ways() - 1, by_chance("sets are seldom full"))),
      row_bit_(
          coverage.points("a row with bit {} hit", 0,
                          static_cast<unsigned>(std::bit_width(shape_.trees() * shape_.sets() - 1)) - 1)),
      clear_(coverage.points("tree {} made empty", 0, shape_.trees() - 1)),
      entry_write_(coverage.points("an entry of tree {} written", 0, shape_.trees() - 1)),
      length_write_(coverage.points("a codeword of {} bits written", 1, shape_.max_code_bits, codes_differ)),
      first_row_(coverage.point("the first row hit", by_chance("symbols differ"))),
      last_row_(coverage.point("the last row hit", by_chance("symbols differ"))),
      twice_(point_if(shape_.escapes(), "a symbol that two ways hold", never_meaningless)),
      unknown_(point_if(shape_.escapes(), "a symbol that no way of its set holds")),
      not_whole_(coverage.point("a symbol of a tree of which entries are missing", never_uncodable)),
      escaped_last_(point_if(shape_.escapes(), "the last symbol is escaped", by_chance("symbols differ"))),
      escaped_in_turn_(point_if(shape_.escapes(), "two symbols in turn escaped")),
      refused_(point_if(shape_.escapes(), "a symbol shown while none is taken")),
      behind_escape_(point_if(shape_.escapes(), "a symbol waits behind an escaped one")),
      none_behind_escape_(
          point_if(shape_.escapes(), "no symbol waits behind an escaped one", by_chance("lines wait"))),
      uncodable_(coverage.point("a symbol without any codeword, and more behind it", never_uncodable)),
      uncodable_last_(coverage.point("the last symbol has no codeword", never_uncodable)),
      coded_behind_uncodable_(
          coverage.point("a stream that is coded behind one that is not", never_uncodable)),
      one_symbol_(coverage.point("a stream of one symbol", never_so_short)),
      at_once_(coverage.point("a stream begins at the edge behind another's end", by_chance("lines wait"))),
      gap_(coverage.point("a gap between two symbols of a stream", by_chance("lines come at once"))),
      in_turn_(coverage.point("chunks leave at two edges in turn")),
      exactly_full_(coverage.point("a codeword ends with the chunk")),
      ends_full_(coverage.point("a stream ends with a whole chunk", by_chance("lengths differ"))),
      ends_behind_chunk_(
          coverage.point("a stream ends at the edge behind a chunk", by_chance("lengths differ"))),
      ends_in_turn_(coverage.point("streams end at two edges in turn", never_so_short)),
      most_total_(coverage.point("a stream of as many bits as can be told or more",
                                 never_in_system("a line's way has fewer"))),
      beyond_total_(coverage.point("a stream goes on behind the bits that can be told",
                                   never_in_system("a line's way has fewer"))),
      no_length_(coverage.point("an entry without a codeword written", by_chance("a table may be full"))),
      beyond_length_(coverage.point("an entry of too many bits written", never_meaningless)),
      escape_write_(point_if(shape_.escapes(), "an escape codeword written")),
      no_escape_write_(point_if(shape_.escapes(), "an escape codeword taken away", never_meaningless)),
      beyond_escape_(
          point_if(shape_.escapes(), "an escape codeword of too many bits written", never_meaningless)),
      full_(coverage.point("an entry written to a full tree", never_meaningless)),
      beyond_tree_(point_if(shape_.trees() < e2mc::CompressorTables::most_trees,
                            "a write to a tree that is not", never_meaningless)),
      no_kind_(coverage.point("a write of no kind", never_meaningless)),
      write_while_busy_(coverage.point("a write within a stream", never_while_busy)),
      read_and_write_(
          coverage.point("the last entry of a tree written at the edge that reads it", never_while_busy)),
      cleared_while_read_(coverage.point("a tree made empty at the edge that reads it", never_while_busy)),
      reset_taken_(coverage.point("reset behind the edge that takes a symbol", only_a_bench_resets())),
      reset_escape_(point_if(shape_.escapes(), "reset within an escaped value", only_a_bench_resets())),
      reset_buffer_(coverage.point("reset while bits wait in the buffer", only_a_bench_resets())) {}

void HuffmanCompressorCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    see_reset();
    return;
  }
  in_reset_ = false;
  const auto& load = *reinterpret_cast<const Beat<CompressorLoad>*>(in[0]);
  const auto& shown = *reinterpret_cast<const Beat<CompressorSymbol>*>(in[1]);
  const unsigned position = packer_.filled();
  const auto packed = packer_.step(coded_);
  see_packed(packed, coded_, position);

  std::optional<e2mc::StreamSymbol> symbol;
  if (shown.valid) symbol = {shown.payload.value & e2mc::lower_bits(shape_.symbol_bits), shown.payload.last};
  ++since_symbol_;
  const bool ready = encoder_.ready();
  if (!ready) {
    refused_ += shown.valid;
  } else if (symbol) {
    see_symbol(*symbol, load);
  }
  coded_ = encoder_.step(symbol);
  see_coded(coded_);
  if (load.valid) see_load(load.payload);
}

void HuffmanCompressorCoverage::see_reset() {
  if (!in_reset_) {
    reset_taken_ += since_symbol_ == 0;
    reset_escape_ += within_escape_;
    reset_buffer_ += packer_.filled() != 0;
  }
  in_reset_ = true;
  tables_.reset();
  encoder_.reset();
  packer_.reset();
  coded_ = {};
  written_.assign(shape_.trees(), 0);
  within_escape_ = escaped_before_ = shown_ = shown_last_ = uncodable_before_ = false;
  ended_ = true;
  since_symbol_ = 8;
  symbols_ = 0;
}

/// A symbol that is taken.
void HuffmanCompressorCoverage::see_symbol(const e2mc::StreamSymbol& symbol,
                                           const Beat<CompressorLoad>& load) {
  const unsigned tree = encoder_.tree();
  ++*tree_[tree];
  see_look_up(tree, symbol.value);
  at_once_ += ended_ && since_symbol_ == 1;
  gap_ += !ended_ && since_symbol_ > 1;
  ++symbols_;
  one_symbol_ += symbol.last && symbols_ == 1;
  if (symbol.last) symbols_ = 0;
  ended_ = symbol.last;
  since_symbol_ = 0;
  if (!load.valid || load.payload.tree.value != tree) return;
  const unsigned kind = load.payload.kind.value;
  cleared_while_read_ += kind == 0 && written_[tree] == shape_.entries_of_tree();
  read_and_write_ += kind == 1 && written_[tree] + 1 == shape_.entries_of_tree();
}

void HuffmanCompressorCoverage::see_look_up(unsigned tree, e2mc::Symbol s) {
  if (written_[tree] != shape_.entries_of_tree()) {
    ++not_whole_;
    return;
  }
  const auto entry = tables_.entry(tree, s);
  if (!entry) {
    ++unknown_;
    return;
  }
  ++*length_[tables_.find(tree, s)->length - 1];
  ++*way_[*entry % shape_.ways()];
  const unsigned row = tree * shape_.sets() + *entry / shape_.ways();
  first_row_ += row == 0;
  last_row_ += row == shape_.trees() * shape_.sets() - 1;
  for (unsigned bit = 0; bit < row_bit_.size(); ++bit) *row_bit_[bit] += row >> bit & 1;
  twice_ += tables_.entries_with(tree, s) > 1;
}

void HuffmanCompressorCoverage::see_coded(const e2mc::CodedBits& coded) {
  if (coded.length == 0 && !coded.uncodable) return;
  if (coded.uncodable) ++(coded.last ? uncodable_last_ : uncodable_);
  if (within_escape_) {
    within_escape_ = !encoder_.ready();
    escaped_last_ += coded.last;
    if (!within_escape_) ++(encoder_.idle() ? none_behind_escape_ : behind_escape_);
    return;
  }
  const bool escapes = !encoder_.ready();
  if (escapes) {
    ++*escape_[coded.length - 1];
    escaped_in_turn_ += escaped_before_;
  }
  within_escape_ = escaped_before_ = escapes;
}

void HuffmanCompressorCoverage::see_packed(const std::optional<e2mc::PackedBits>& packed,
                                           const e2mc::CodedBits& coded, unsigned position) {
  const unsigned chunk = shape_.max_code_bits;
  if (coded.length != 0) {
    ++*position_[position];
    exactly_full_ += position + coded.length == chunk && !coded.last;
  }
  const bool before = shown_, last_before = shown_last_;
  shown_ = packed.has_value();
  shown_last_ = packed && packed->last;
  if (!packed) return;
  in_turn_ += before && !last_before && !packed->last;
  beyond_total_ += packed->total == e2mc::BitPacker::most_total && !packed->last;
  if (!packed->last) return;
  ++*count_[packed->count];
  ends_full_ += packed->count == chunk;
  ends_behind_chunk_ += before && !last_before;
  ends_in_turn_ += last_before;
  most_total_ += packed->total == e2mc::BitPacker::most_total;
  coded_behind_uncodable_ += uncodable_before_ && !packed->uncodable;
  uncodable_before_ = packed->uncodable;
}

void HuffmanCompressorCoverage::see_load(const CompressorLoad& load) {
  using Kind = e2mc::CodeWrite::Kind;
  const auto kind = static_cast<Kind>(load.kind.value);
  const unsigned tree = load.tree.value, length = load.length.value, most = shape_.max_code_bits;
  write_while_busy_ += !ended_;
  if (load.kind.value > 2) {
    ++no_kind_;
    return;
  }
  tables_.write({kind, load.tree.value, load.symbol & e2mc::lower_bits(shape_.symbol_bits), load.code.value,
                 load.length.value});
  if (tree >= shape_.trees()) {
    ++beyond_tree_;
    return;
  }
  switch (kind) {
    case Kind::clear:
      ++*clear_[tree];
      written_[tree] = 0;
      break;
    case Kind::entry:
      if (written_[tree] == shape_.entries_of_tree()) {
        ++full_;
        break;
      }
      ++written_[tree];
      ++*entry_write_[tree];
      no_length_ += length == 0;
      beyond_length_ += length > most;
      if (length >= 1 && length <= most) ++*length_write_[length - 1];
      break;
    case Kind::escape:
      ++(length == 0 ? no_escape_write_ : length > most ? beyond_escape_ : escape_write_);
      break;
  }
}

}  // namespace heddle
