#include "tb/warped_compression/thread_compressor/thread_compressor_coverage.hpp"

#include <fmt/format.h>

namespace heddle {

ThreadCompressorCoverage::ThreadCompressorCoverage(const ThreadCompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      widest_(coverage.points("the widest of a register has {} bytes", 1, 4)),
      nobody_(coverage.point("no lane counts",
                             never_in_system("an instruction without active lanes writes nothing"))),
      some_(coverage.point("some lanes count")),
      hidden_(coverage.point("a lane that does not count is the widest")) {
  for (std::size_t b = 0; b < boundary_.size(); ++b)
    boundary_[b] = &coverage.point(fmt::format("a value of {}", thread_boundaries[b]));
}

void ThreadCompressorCoverage::see_request(const ThreadValues& request) {
  nobody_ += request.lanes == 0;
  some_ += request.lanes != 0 && request.lanes != all_lanes;
  hidden_ += thread_compress(request.data, request.lanes).widest < thread_compress(request.data).widest;
  for (std::size_t b = 0; b < boundary_.size(); ++b) {
    bool hit = false;
    for (const std::uint32_t lane : request.data.lane)
      hit |= lane == static_cast<std::uint32_t>(thread_boundaries[b]);
    *boundary_[b] += hit;
  }
}

}  // namespace heddle
