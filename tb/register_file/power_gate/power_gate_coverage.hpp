// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_file/power_gate/power_gate.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// The situations of a power gate. A model of the bench's own tracks its valid entries.
class PowerGateCoverage final : public BlockCoverage {
 public:
  explicit PowerGateCoverage(const PowerGateConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see(const DomainNeeds& need, const EntryWrites& write, const Beat<RegisterRange>& clear,
           const DomainPower& power);
  void reset();
  void see_power(const DomainSet& need, const DomainPower& power);
  void see_writes(const EntryWrites& write);
  void see_clear(const RegisterRange& range, const EntryWrites& write);
  void see_entries(const DomainSet& need, const DomainSet& held_before, const DomainPower& power,
                   bool cleared);

  unsigned rows_, groups_;
  PowerGating entries_;
  std::uint64_t cycle_ = 0;
  bool in_reset_ = true;
  DomainPower before_{};
  DomainSet risen_{};             // at the edge before
  DomainSet written_{};           // at this edge
  std::uint64_t impossible_ = 0;  // counts what the parameters exclude

  std::vector<std::uint64_t*> bank_awake_, bank_gated_, group_awake_, group_gated_, clear_from_, clear_to_;
  std::uint64_t &all_awake_, &all_gated_, &needed_again_, &woken_in_vain_, &call_dropped_;
  std::uint64_t &kept_by_entries_, &kept_by_write_, &written_gated_, &written_waking_, &held_gated_,
      &held_called_;
  std::uint64_t &last_cleared_, &last_overwritten_;
  std::uint64_t &shrinks_, &grows_, &adds_, &eight_writes_, &beyond_written_;
  std::uint64_t &whole_whole_, &whole_partial_, &partial_whole_, &partial_partial_, &bank_twice_;
  std::uint64_t &clear_all_, &clear_none_, &clear_past_, &clear_beyond_, &clear_past_16_bits_,
      &cleared_and_written_;
  std::uint64_t &reset_waking_, &reset_awake_, &reset_holding_;
};

}  // namespace heddle
