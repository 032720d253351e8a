// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_virtualization/release_flag_latch/release_flag_latch.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which steps and reads a latch was given, and what each warp had left then, by the steps that were seen.
class ReleaseFlagLatchCoverage final : public BlockCoverage {
 public:
  explicit ReleaseFlagLatchCoverage(const ReleaseFlagLatchConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  /// Of a warp, since the last load.
  struct Warp {
    bool loaded = false;
    unsigned taken = 0;
    std::uint64_t flags = 0;  ///< as they were loaded
  };
  void see_step(const FlagStep& step);
  void see_read(unsigned warp, const Beat<FlagStep>& step);
  bool aliases(unsigned warp) const;

  unsigned warps_;
  std::vector<Warp> of_;
  Beat<FlagStep> last_step_{};
  Beat<LatchRead> last_read_{};
  bool in_reset_ = true;
  std::vector<std::uint64_t*> step_bit_, read_bit_, loaded_, taken_, place_, flag_;
  std::uint64_t &idle_, &first_, &last_, &load_with_3_, &take_3_, &nothing_, &replaced_, &ends_, &beyond_end_;
  std::uint64_t &no_flags_, &all_flags_, &unloaded_, &run_out_, &with_load_, &with_take_, &other_;
  std::uint64_t &behind_, &steps_in_turn_, &same_step_, &reads_in_turn_, &same_read_;
  std::uint64_t &step_beyond_, &read_beyond_, &step_alias_, &read_alias_, &reset_;
};

}  // namespace heddle
