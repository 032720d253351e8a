// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/e2mc/block_unpacker/block_unpacker.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Where the ways of lines lie, what is wrong with pointers, and how decoders take their chunks.
class BlockUnpackerCoverage final : public BlockCoverage {
 public:
  explicit BlockUnpackerCoverage(const BlockUnpackerConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  /// What a decoder says, and the position of the chunk that stands, in bits.
  struct Way {
    std::size_t position = 0, end = 0;
    unsigned stands = 0;  ///< edges
    bool taken = false;   ///< at the edge before
  };
  void see_reset();
  void see_line(const PackedLine& line);
  void see_layout(const e2mc::WayLayout& layout);
  void see_corrupt(const PackedLine& line);
  bool see_way(unsigned w, const DecoderReady& ready, bool starts, bool offers);

  const BlockUnpackerConfig config_;
  const unsigned header_;  // bytes of the pointers
  std::array<Way, BlockUnpackerPins::most_ways> ways_{};
  bool in_reset_ = true, line_before_ = false, corrupt_before_ = false;
  unsigned offering_ = 0;  // ways whose chunk stood ahead of this edge
  bool stand_ = false;     // some of these chunks still stand
  std::vector<std::uint64_t*> begin_, size_, length_, bit_, stands_, below_, single_;
  std::uint64_t *no_room_ = nullptr, *just_below_ = nullptr, *just_beyond_ = nullptr, *all_at_once_ = nullptr,
                *beyond_line_ = nullptr;
  std::uint64_t &at_once_, &given_up_, &given_up_taken_, &in_turn_, &last_taken_, &whole_last_;
  std::uint64_t &ends_, &asks_and_ends_, &asks_for_nothing_, &asks_at_start_, &not_zero_;
  std::uint64_t &too_long_, &just_too_long_, &behind_corrupt_, &corrupt_while_stands_;
  std::uint64_t &reset_starts_, &reset_stands_;
};

}  // namespace heddle
