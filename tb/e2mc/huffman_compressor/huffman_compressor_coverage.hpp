// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which codewords a compressor put where, how its streams ended, and what was written to its tables, found
/// by a compressor that is driven by the same pins.
class HuffmanCompressorCoverage final : public BlockCoverage {
 public:
  explicit HuffmanCompressorCoverage(const HuffmanCompressorConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  /// A point that is there only under a condition; else it counts into nothing.
  std::uint64_t& point_if(bool present, const char* name, Arises arises = {});
  void see_reset();
  void see_symbol(const e2mc::StreamSymbol& symbol, const Beat<CompressorLoad>& load);
  void see_look_up(unsigned tree, e2mc::Symbol s);
  void see_coded(const e2mc::CodedBits& coded);
  void see_packed(const std::optional<e2mc::PackedBits>& packed, const e2mc::CodedBits& coded,
                  unsigned position);
  void see_load(const CompressorLoad& load);

  e2mc::CompressorShape shape_;
  e2mc::CompressorTables tables_;
  e2mc::StreamEncoder encoder_;
  e2mc::BitPacker packer_;
  std::uint64_t nothing_ = 0;
  bool in_reset_ = true;
  e2mc::CodedBits coded_;          // between the stages
  std::vector<unsigned> written_;  // entries of each tree
  bool within_escape_ = false;     // bits of an escaped value are still to be added
  bool escaped_before_ = false;    // the symbol before was escaped
  bool ended_ = true;              // the symbol taken last ended its stream
  bool shown_ = false, shown_last_ = false, uncodable_before_ = false;
  unsigned since_symbol_ = 8;  // edges since a symbol was taken
  unsigned symbols_ = 0;       // of the stream
  std::vector<std::uint64_t*> length_, tree_, escape_, position_, count_, way_, row_bit_, clear_,
      entry_write_, length_write_;
  std::uint64_t &first_row_, &last_row_, &twice_, &unknown_, &not_whole_;
  std::uint64_t &escaped_last_, &escaped_in_turn_, &refused_, &behind_escape_, &none_behind_escape_;
  std::uint64_t &uncodable_, &uncodable_last_, &coded_behind_uncodable_;
  std::uint64_t &one_symbol_, &at_once_, &gap_, &in_turn_, &exactly_full_, &ends_full_, &ends_behind_chunk_,
      &ends_in_turn_, &most_total_, &beyond_total_;
  std::uint64_t &no_length_, &beyond_length_, &escape_write_, &no_escape_write_, &beyond_escape_, &full_,
      &beyond_tree_, &no_kind_, &write_while_busy_, &read_and_write_, &cleared_while_read_;
  std::uint64_t &reset_taken_, &reset_escape_, &reset_buffer_;
};

}  // namespace heddle
