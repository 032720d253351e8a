// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "hw/register_virtualization/freed_stage.hpp"
#include "hw/register_virtualization/release_decoder/release_decoder.hpp"
#include "hw/register_virtualization/rename_stage.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/register_virtualization/release_plan.hpp"

namespace heddle {

/// Registers on their way back (Jeon2015 section 7.2): the decoder says which ones a flag or a pbr names. A
/// mapping ends when the scoreboard has no instruction of its warp left that is to read or write the
/// register; so nobody reads the physical register from then on. Where the warp writes the register again
/// before that, the mapping stays.
class ReleaseStage {
 public:
  ReleaseStage(RenameStage& renaming, const FreedStage& freed, const SmTechniqueParts& parts);

  void attach(WarpTable& warps) { warps_ = &warps; }
  /// Registers below plan.exempt are nobody's to give.
  void begin(const ReleasePlan& plan);
  void begin_cycle();
  void give_back();
  void end_cycle();
  bool busy() const { return told_ || under_way_ != 0 || !reads_.empty() || moved_; }

  void flagged(unsigned w, const ptx::Instruction& i, std::uint8_t flags, bool executes);
  /// A fetch of warp w begins with a pbr. The decoder's register is that of the decode stage.
  void fetching(unsigned w, std::uint64_t bits);
  /// Warp w has come to this pbr: its registers are on their way back.
  void branch(unsigned w);
  /// An instruction of warp w writes these registers: those on their way back stay.
  void written(unsigned w, RegisterSet registers);
  /// All registers of the warp go back.
  void empty(unsigned w);
  /// Nothing of warp w is being decoded.
  bool decoded(unsigned w) const { return decoding_[w] == 0; }

  /// Called when an architected register has lost its physical one.
  std::function<void(unsigned w, unsigned r, RegisterId reg)> unmapped;

 private:
  struct Read {
    std::uint8_t warp = 0, flags = 0;
    bool executes = true;
    std::uint32_t index = 0;
  };
  struct Sent {
    std::array<Read, release_reads> reads{};
    unsigned count = 0;
  };
  void take_answers();
  void add(unsigned w, RegisterSet registers);
  void released(unsigned w, unsigned r, RegisterId reg);

  RenameStage& renaming_;
  const FreedStage& freed_;
  Wire<Level<ReadInstructions>> read_pins_{"release_read"};
  Wire<Beat<BranchRelease>> branch_pins_{"release_branch"};
  Wire<Level<DecodedFlags>> flagged_pins_{"release_flagged"};
  Wire<Beat<DecodedBranch>> branched_pins_{"release_branched"};
  std::unique_ptr<BlockWith<ReleaseDecoderPins>> decoder_;

  WarpTable* warps_ = nullptr;
  const ReleasePlan* plan_ = nullptr;
  std::vector<std::array<std::uint16_t, flagged_operands>> operands_;  ///< by instruction, as pins carry them
  Ring<Read> reads_;
  Sent sending_, sent_, answered_;
  Beat<BranchRelease> branch_;
  unsigned under_way_ = 0;
  std::array<unsigned, 64> decoding_{};     ///< by warp
  std::array<RegisterSet, 64> branched_{};  ///< by warp: of the pbr that its last fetch began with
  WarpMask giving_ = 0;                     ///< warps that have registers to give back
  bool told_ = false, moved_ = false;
  Counter &branches_, &kept_;
};

}  // namespace heddle
