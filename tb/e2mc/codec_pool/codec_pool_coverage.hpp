// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/e2mc/codec_pool/codec_pool.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which units are offered and taken, of which that are free.
class CodecPoolCoverage final : public BlockCoverage {
 public:
  explicit CodecPoolCoverage(const CodecPoolConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_reset();
  /// What the edge before has decided.
  void see_offer(const OfferedUnit& offer);
  /// What comes to this edge.
  void see_inputs(std::uint64_t free, bool taken, const OfferedUnit& offer);

  const unsigned units_;
  const std::uint64_t all_;
  const bool in_turn_of_units_;  // round robin
  bool in_reset_ = true, seen_ = false;
  // At the edge before: the bits, the unit that was taken, and the one that was offered and not taken.
  std::uint64_t free_ = 0;
  std::optional<unsigned> gone_, stood_;
  unsigned last_;        // the unit that was taken last
  bool turned_ = false;  // one was taken since the reset
  unsigned in_a_row_ = 0, stands_ = 0;

  std::vector<std::uint64_t*> offered_units_, taken_units_, lone_units_, distances_;
  std::uint64_t &none_free_, &all_free_, &late_alone_, &again_, &without_;
  std::uint64_t &withdrawn_, &stands_long_, &reset_offer_, &reset_taken_;
  std::uint64_t *late_ = nullptr, *row_ = nullptr, *replaced_ = nullptr, *beyond_ = nullptr,
                *freed_ = nullptr, *reset_turned_ = nullptr;
};

}  // namespace heddle
