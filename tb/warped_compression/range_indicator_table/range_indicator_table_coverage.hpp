// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which updates and ranges a table was given.
class RangeIndicatorTableCoverage final : public BlockCoverage {
 public:
  explicit RangeIndicatorTableCoverage(const RangeIndicatorTableConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_updates(const IndicatorUpdates& update, const Beat<RegisterRange>& clear);
  void see_range(const RegisterRange& range);

  unsigned encodings_;
  std::vector<std::uint64_t*> by_requester_, encoding_, word_;
  std::uint64_t &idle_, &all_at_once_, &meet_, &upper_bits_, &first_, &last_, &beyond_, &cleared_too_;
  std::uint64_t &range_, &one_, &none_, &whole_, &over_the_end_, &behind_the_end_, &past_16_bits_;
  std::vector<std::uint64_t*> other_bit_;
  std::uint64_t& words_;
  std::uint64_t& reset_;
  bool in_reset_ = true;
};

}  // namespace heddle
