// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/e2mc/block_packer/block_packer.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Where a packer put the bits of lines, how long the lines became, and how they followed each other.
class BlockPackerCoverage final : public BlockCoverage {
 public:
  explicit BlockPackerCoverage(const BlockPackerConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_reset();
  void see_start(bool with_bits);
  void see_bits(const CompressedBits& b);
  void see_way(const CompressedBits& b);
  void see_line();
  unsigned way() const { return config_.ways - left_; }

  const BlockPackerConfig config_;
  const unsigned header_, limit_;  // bytes of the pointers, and at most of a compressed line
  bool in_reset_ = true;
  unsigned left_ = 0;      // ways that are not complete
  unsigned bits_ = 0;      // of the line, with the pointers
  unsigned way_bits_ = 0;  // of the way
  bool uncodable_ = false, uncodable_before_ = false, too_long_before_ = false;
  bool began_ = false;                                        // bits of the line have come
  unsigned since_bits_ = 8, since_way_ = 8, since_line_ = 8;  // edges since they came, or ended
  std::vector<std::uint64_t*> count_, byte_, bit_, length_, end_, way_too_long_, uncodable_way_;
  std::uint64_t &exactly_full_, &bit_too_many_, &empty_way_, &no_chunk_, &uncodable_early_;
  std::uint64_t &behind_uncodable_, &behind_too_long_, &behind_given_up_;
  std::uint64_t &start_with_bits_, &start_alone_, &at_once_, &given_up_, &no_line_, &gap_, &ends_in_turn_;
  std::uint64_t &reset_within_, &reset_shown_;
  bool given_up_before_ = false;
};

}  // namespace heddle
