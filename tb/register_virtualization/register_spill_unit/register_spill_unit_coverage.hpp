// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which commands a spill unit gave and why, and what kept it from giving one.
class RegisterSpillUnitCoverage final : public BlockCoverage {
 public:
  explicit RegisterSpillUnitCoverage(const RegisterSpillUnitConfig&);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void reset();
  void see_command(const SpillCommand& command);
  void see_none();
  void see_done(const Beat<SpillDone>& done, bool at_once);

  // At the last edge: what the unit saw, whom it held, and the quiet edges in a row that count.
  SpillState before_{};
  WarpSet held_ = 0;
  unsigned quiet_ = 0;
  bool busy_ = false, in_reset_ = true;

  std::vector<std::uint64_t*> spilled_, filled_, spilled_beyond_, filled_beyond_;
  std::uint64_t &for_starved_, &for_room_, &spares_highest_, &starved_held_, &before_fill_, &waiting_held_;
  std::uint64_t &full_set_, &empty_set_;
  std::uint64_t &nothing_, &all_wait_, &none_to_spill_, &none_for_room_;
  std::uint64_t &short_quiet_, &at_eighth_, &later_, &done_at_once_, &done_late_, &done_of_none_, &not_quiet_;
  std::uint64_t &reset_busy_, &reset_held_;
};

}  // namespace heddle
