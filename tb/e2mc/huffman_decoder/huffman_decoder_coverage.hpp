// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which codewords a decoder met, how its streams began and ended, and how chunks came, found by a decoder
/// that is driven by the same pins.
class HuffmanDecoderCoverage final : public BlockCoverage {
 public:
  explicit HuffmanDecoderCoverage(const HuffmanDecoderConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  /// A point that is there only under a condition; else it counts into nothing.
  std::uint64_t& point_if(bool present, const char* name, Arises arises = {});
  void see_load(const DecoderLoad& load);
  void see_start(const DecoderStart& start);
  void see_chunk(bool given, bool room);
  void see_found(const e2mc::Found& found);
  void see_place(const e2mc::Found& found);
  void see_end(const e2mc::Found& found);

  e2mc::DecoderShape shape_;
  e2mc::DecoderTables tables_;
  e2mc::StreamDecoder stream_;
  std::uint64_t nothing_ = 0;
  bool in_reset_ = true;
  unsigned left_ = 0;             // bits of the stream that are not taken
  unsigned since_end_ = 8;        // edges since the last stream ended
  std::vector<unsigned> stored_;  // symbols of each tree
  bool missed_ = false;           // the stream had a codeword without a place
  bool corrupt_before_ = false;   // the stream before was corrupt
  bool last_chunk_ = false, last_escaped_ = false, within_escape_ = false;
  std::vector<std::uint64_t*> length_, tree_, escape_, row_bit_, clear_, symbol_write_, length_write_;
  std::uint64_t &first_row_, &last_row_, &no_place_, &no_place_last_;
  std::uint64_t &escaped_, &escaped_last_, &escaped_in_turn_, &ends_in_escaped_;
  std::uint64_t &no_symbols_, &no_bits_, &one_symbol_, &most_symbols_, &within_chunk_, &one_chunk_,
      &beyond_chunk_;
  std::uint64_t &at_once_, &start_refused_;
  std::uint64_t &whole_, &bits_left_, &ends_early_, &no_length_, &whole_behind_corrupt_;
  std::uint64_t &chunk_taken_, &chunk_awaited_, &chunk_refused_, &chunk_idle_, &chunk_at_end_,
      &chunks_in_turn_;
  std::uint64_t &escape_write_, &no_escape_write_, &beyond_tree_, &beyond_length_, &length_zero_, &full_,
      &write_while_busy_;
  std::uint64_t &reset_busy_, &reset_behind_;
};

}  // namespace heddle
