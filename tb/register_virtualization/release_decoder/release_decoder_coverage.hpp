// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_virtualization/release_decoder/release_decoder.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which flags, operands and words a decoder was given.
class ReleaseDecoderCoverage final : public BlockCoverage {
 public:
  explicit ReleaseDecoderCoverage(const ReleaseDecoderConfig&);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_read(unsigned instruction, const ReadInstructions& read);
  void see_branch(std::uint64_t word);

  bool shows_ = false;
  std::vector<std::uint64_t*> by_instruction_;
  std::uint64_t& unflagged_;
  std::vector<std::uint64_t*> flagged_, operand_, count_;
  std::uint64_t &idle_, &both_, &upper_flags_, &upper_operand_, &no_operand_, &overlap_, &many_, &highest_;
  std::uint64_t& beyond_;
  std::vector<std::uint64_t*> places_;
  std::uint64_t &pir_, &other_, &near_, &empty_, &highest_place_, &gap_, &twice_, &everywhere_;
  std::uint64_t &branch_and_reads_, &reset_;
};

}  // namespace heddle
