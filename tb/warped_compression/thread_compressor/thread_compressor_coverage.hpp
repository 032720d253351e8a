#pragma once

#include <array>
#include <vector>

#include "hw/warped_compression/thread_compressor/thread_compressor.hpp"
#include "tb/cosim/feed_forward_coverage.hpp"
#include "tb/warped_compression/thread_stimulus.hpp"

namespace heddle {

/// Which values a thread_compressor was given, and by how many threads.
class ThreadCompressorCoverage final : public FeedForwardCoverage<ThreadValues, SlicedRegister> {
 public:
  explicit ThreadCompressorCoverage(const ThreadCompressorConfig& config);

 private:
  void see_request(const ThreadValues& request) override;
  void see_response(const SlicedRegister& response) override { ++*widest_[response.widest.value]; }

  std::array<std::uint64_t*, thread_boundaries.size()> boundary_{};
  std::vector<std::uint64_t*> widest_;
  std::uint64_t &nobody_, &some_, &hidden_;
};

}  // namespace heddle
