// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/warped_compression/thread_compressor/thread_compressor.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warped_compression/edge_values.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// Which values a thread_compressor was given, and in how many threads.
class ThreadCompressorCoverage final : public FeedForwardCoverage<ThreadValues, SlicedRegister> {
 public:
  explicit ThreadCompressorCoverage(const ThreadCompressorConfig& config);

 private:
  unsigned see_request(const ThreadValues& request) override;
  void see_response(const SlicedRegister& response, unsigned remembered, Neighbours of_request) override;
  void see_lanes(LaneMask lanes);
  void see_boundaries(const WarpRegister& lanes);

  ValueCoverage values_;
  std::vector<std::uint64_t*> widest_;
  std::uint64_t &nobody_, &some_, &hidden_, &low_half_, &high_half_, &even_, &odd_;
  std::vector<std::uint64_t*> alone_, all_but_;
  std::array<std::uint64_t*, thread_boundaries.size()> boundary_{};
  std::array<std::vector<std::uint64_t*>, thread_boundaries.size()> boundary_at_{};  // by lane
};

}  // namespace heddle
