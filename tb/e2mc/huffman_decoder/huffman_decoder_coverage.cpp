// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/huffman_decoder/huffman_decoder_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr unsigned most_symbols = 511;

const Arises never_wrong = never_in_system("streams are made by a compressor with the same tables");
const Arises never_unasked = never_in_system("whoever sends looks whether the decoder is ready");
const Arises never_meaningless = never_in_system("tables are written from a code that fits them");
const Arises never_so_short = never_in_system("a stream has the symbols of a line's way");

}  // namespace

std::uint64_t& HuffmanDecoderCoverage::point_if(bool present, const char* name, Arises arises) {
  return present ? coverage.point(name, std::move(arises)) : nothing_;
}

HuffmanDecoderCoverage::HuffmanDecoderCoverage(const HuffmanDecoderConfig& config)
    : shape_(config.shape()),
      tables_(shape_),
      stream_(tables_),
      stored_(shape_.trees()),
      length_(coverage.points("a codeword of {} bits", 1, shape_.max_code_bits, by_chance("codes differ"))),
      tree_(coverage.points("a symbol of tree {}", 0, shape_.trees() - 1)),
      escape_(coverage.points("an escape codeword of {} bits", 1, shape_.escapes() ? shape_.max_code_bits : 0,
                              by_chance("codes differ"))),
      row_bit_(coverage.points("a row with bit {} read", 0,
                               static_cast<unsigned>(std::bit_width(shape_.entries - 1)) - 1)),
      clear_(coverage.points("tree {} made empty", 0, shape_.trees() - 1)),
      symbol_write_(coverage.points("a symbol of tree {} written", 0, shape_.trees() - 1)),
      length_write_(
          coverage.points("a length of {} bits written", 1, shape_.max_code_bits, by_chance("codes differ"))),
      first_row_(coverage.point("the first row read")),
      last_row_(coverage.point("the last row read", by_chance("codes have fewer values than places"))),
      no_place_(coverage.point("a codeword without a place, and more symbols behind it", never_wrong)),
      no_place_last_(coverage.point("the last codeword has no place", never_wrong)),
      escaped_(point_if(shape_.escapes(), "an escaped symbol")),
      escaped_last_(point_if(shape_.escapes(), "the last symbol is escaped")),
      escaped_in_turn_(point_if(shape_.escapes(), "an escape codeword behind an escaped symbol")),
      ends_in_escaped_(point_if(shape_.escapes(), "the bits end within an escaped symbol", never_wrong)),
      no_symbols_(coverage.point("a stream of no symbols", never_so_short)),
      no_bits_(coverage.point("a stream of symbols without a bit", never_wrong)),
      one_symbol_(coverage.point("a stream of one symbol", never_so_short)),
      most_symbols_(coverage.point("a stream of as many symbols as can be told", never_so_short)),
      within_chunk_(coverage.point("a stream of a bit less than a chunk", never_so_short)),
      one_chunk_(coverage.point("a stream of one chunk", never_so_short)),
      beyond_chunk_(coverage.point("a stream of a bit more than a chunk", never_so_short)),
      at_once_(coverage.point("a stream taken at the first edge behind another", by_chance("lines wait"))),
      start_refused_(coverage.point("a start while a stream is decoded", never_unasked)),
      whole_(coverage.point("a stream ends with its last bit")),
      bits_left_(coverage.point("a stream ends with bits left", by_chance("ways end at whole bytes"))),
      ends_early_(coverage.point("a codeword has more bits than are left", never_wrong)),
      no_length_(coverage.point("no codeword matches", never_wrong)),
      whole_behind_corrupt_(coverage.point("a stream that is whole behind a corrupt one", never_wrong)),
      chunk_taken_(coverage.point("a chunk taken")),
      chunk_awaited_(coverage.point("a chunk asked for and not given", by_chance("lines come in bursts"))),
      chunk_refused_(coverage.point("a chunk given while there is no room", never_unasked)),
      chunk_idle_(coverage.point("a chunk given to a free decoder", never_unasked)),
      chunk_at_end_(coverage.point("a chunk taken in the cycle that ends its stream",
                                   by_chance("the last way ends with the stored bursts"))),
      chunks_in_turn_(coverage.point("chunks taken at two edges in turn", by_chance("codewords are short"))),
      escape_write_(point_if(shape_.escapes(), "an escape codeword written")),
      no_escape_write_(point_if(shape_.escapes(), "an escape codeword taken away", never_meaningless)),
      beyond_tree_(point_if(shape_.trees() < e2mc::DecoderTables::most_trees, "a write to a tree that is not",
                            never_meaningless)),
      beyond_length_(coverage.point("a write of a length beyond the longest", never_meaningless)),
      length_zero_(coverage.point("a write of a length of no bits", never_meaningless)),
      full_(coverage.point("a symbol written to a full tree", never_meaningless)),
      write_while_busy_(coverage.point("a write while a stream is decoded",
                                       never_in_system("tables are written before lines are compressed"))),
      reset_busy_(coverage.point("reset while a stream is decoded", only_a_bench_resets())),
      reset_behind_(coverage.point("reset while the last symbols of a stream are on their way",
                                   only_a_bench_resets())) {}

void HuffmanDecoderCoverage::observe(PinValues in, PinValues, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_) {
      reset_busy_ += !stream_.free();
      reset_behind_ += stream_.free() && since_end_ < 2;
    }
    in_reset_ = true;
    tables_.reset();
    stream_.reset();
    stored_.assign(shape_.trees(), 0);
    missed_ = last_chunk_ = last_escaped_ = within_escape_ = false;
    since_end_ = 8;
    return;
  }
  in_reset_ = false;
  const auto& load = *reinterpret_cast<const Beat<DecoderLoad>*>(in[0]);
  const auto& start = *reinterpret_cast<const Beat<DecoderStart>*>(in[1]);
  const auto& chunk = *reinterpret_cast<const Beat<DecoderChunk>*>(in[2]);
  const std::uint32_t mask = e2mc::lower_bits(shape_.max_code_bits);
  std::optional<e2mc::Stream> stream;
  std::optional<std::uint32_t> bits;
  if (start.valid)
    stream = {start.payload.symbols.value, start.payload.bits.value, start.payload.chunk.value & mask};
  if (chunk.valid) bits = chunk.payload.bits.value & mask;
  const bool free = stream_.free(), room = stream_.room();
  start_refused_ += !free && start.valid;
  if (free && start.valid) see_start(start.payload);
  if (free) chunk_idle_ += chunk.valid;
  const e2mc::Found found = stream_.step(stream, bits);
  if (!free) {
    see_found(found);
    see_chunk(chunk.valid, room);
    chunk_at_end_ += found.end && chunk.valid && room;
  }
  since_end_ = found.end ? 0 : since_end_ + 1;
  if (load.valid) see_load(load.payload);
}

void HuffmanDecoderCoverage::see_start(const DecoderStart& start) {
  const unsigned symbols = start.symbols.value, bits = start.bits.value, chunk = shape_.max_code_bits;
  at_once_ += since_end_ == 0;
  no_symbols_ += symbols == 0;
  no_bits_ += symbols != 0 && bits == 0;
  one_symbol_ += symbols == 1;
  most_symbols_ += symbols == most_symbols;
  within_chunk_ += bits == chunk - 1;
  one_chunk_ += bits == chunk;
  beyond_chunk_ += bits == chunk + 1;
  left_ = bits;
  last_chunk_ = last_escaped_ = within_escape_ = false;
}

void HuffmanDecoderCoverage::see_chunk(bool given, bool room) {
  chunk_taken_ += given && room;
  chunk_awaited_ += !given && room;
  chunk_refused_ += given && !room;
  chunks_in_turn_ += given && room && last_chunk_;
  last_chunk_ = given && room;
}

void HuffmanDecoderCoverage::see_found(const e2mc::Found& found) {
  left_ -= found.taken;
  if (found.escape) {
    ++*escape_[found.length - 1];
    escaped_in_turn_ += last_escaped_;
  }
  if (found.symbol) {
    ++*tree_[found.tree];
    escaped_ += found.escaped;
    escaped_last_ += found.escaped && found.end;
    if (!found.escaped) see_place(found);
  }
  if (found.end) see_end(found);
  if (found.taken != 0) {
    last_escaped_ = found.escaped;
    within_escape_ = found.escape || (within_escape_ && !found.symbol);
  }
}

void HuffmanDecoderCoverage::see_place(const e2mc::Found& found) {
  ++*length_[found.length - 1];
  const auto row = tables_.row(found.tree, found.bits, found.length);
  if (!row) {
    missed_ = true;
    ++(found.end ? no_place_last_ : no_place_);
    return;
  }
  first_row_ += *row == 0;
  last_row_ += *row == shape_.entries - 1;
  for (unsigned bit = 0; bit < row_bit_.size(); ++bit) *row_bit_[bit] += *row >> bit & 1;
}

void HuffmanDecoderCoverage::see_end(const e2mc::Found& found) {
  if (found.failed) {
    ends_in_escaped_ += within_escape_;
    ++(found.length == 0 && !within_escape_ ? no_length_ : ends_early_);
  } else {
    ++(left_ == 0 ? whole_ : bits_left_);
    whole_behind_corrupt_ += corrupt_before_ && !missed_ && left_ == 0;
  }
  corrupt_before_ = found.failed || missed_;
  missed_ = false;
}

void HuffmanDecoderCoverage::see_load(const DecoderLoad& load) {
  using Kind = e2mc::TableWrite::Kind;
  const auto kind = static_cast<Kind>(load.kind.value);
  const unsigned most = shape_.max_code_bits;
  const std::uint32_t symbol_mask = e2mc::lower_bits(shape_.symbol_bits);
  tables_.write({kind, load.tree.value, load.length.value, load.code.value, load.offset.value,
                 load.symbol & symbol_mask});
  write_while_busy_ += !stream_.free();
  const unsigned tree = load.tree.value, length = load.length.value;
  if (tree >= shape_.trees()) {
    ++beyond_tree_;
    return;
  }
  switch (kind) {
    case Kind::clear:
      ++*clear_[tree];
      stored_[tree] = 0;
      break;
    case Kind::length:
      length_zero_ += length == 0;
      beyond_length_ += length > most;
      if (length >= 1 && length <= most) ++*length_write_[length - 1];
      break;
    case Kind::escape:
      (length == 0 ? no_escape_write_ : escape_write_) += length <= most;
      break;
    case Kind::symbol:
      ++*symbol_write_[tree];
      full_ += stored_[tree] == shape_.entries_of_tree();
      if (stored_[tree] < shape_.entries_of_tree()) ++stored_[tree];
      break;
  }
}

}  // namespace heddle
