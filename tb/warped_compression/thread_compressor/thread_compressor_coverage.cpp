// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/thread_compressor/thread_compressor_coverage.hpp"

#include <fmt/format.h>

#include <bit>

#include "tb/warped_compression/thread_forms.hpp"

namespace heddle {
namespace {

/// Beside the class of values that a request carries: not all of its lanes count.
constexpr unsigned partial = 1u << 8;

}  // namespace

ThreadCompressorCoverage::ThreadCompressorCoverage(const ThreadCompressorConfig& config)
    : FeedForwardCoverage(config.latency),
      values_(coverage, thread_forms()),
      widest_(coverage.points("the widest of a register has {} bytes", 1, 4)),
      nobody_(coverage.point("no lane counts",
                             never_in_system("an instruction without active lanes writes nothing"))),
      some_(coverage.point("some lanes count")),
      hidden_(coverage.point("a lane that does not count is the widest")),
      low_half_(coverage.point("lanes 0 to 15 count", chance_of_values())),
      high_half_(coverage.point("lanes 16 to 31 count", chance_of_values())),
      even_(coverage.point("the even lanes count", chance_of_values())),
      odd_(coverage.point("the odd lanes count", chance_of_values())),
      alone_(coverage.points("lane {} alone counts", 0, warp_size - 1, chance_of_values())),
      all_but_(coverage.points("all lanes but lane {} count", 0, warp_size - 1, chance_of_values())) {
  for (std::size_t b = 0; b < boundary_.size(); ++b) {
    boundary_[b] = &coverage.point(fmt::format("a value of {}", thread_boundaries[b]));
    boundary_at_[b] = coverage.points(fmt::format("a value of {} in lane {{}}", thread_boundaries[b]), 0,
                                      warp_size - 1, chance_of_values());
  }
}

void ThreadCompressorCoverage::see_lanes(LaneMask lanes) {
  nobody_ += lanes == 0;
  some_ += lanes != 0 && lanes != all_lanes;
  low_half_ += lanes == 0x0000ffff;
  high_half_ += lanes == 0xffff0000;
  even_ += lanes == 0x55555555;
  odd_ += lanes == 0xaaaaaaaa;
  if (std::has_single_bit(lanes)) ++*alone_[std::countr_zero(lanes)];
  if (std::has_single_bit(~lanes)) ++*all_but_[std::countr_one(lanes)];
}

void ThreadCompressorCoverage::see_boundaries(const WarpRegister& lanes) {
  for (std::size_t b = 0; b < boundary_.size(); ++b) {
    bool hit = false;
    for (unsigned i = 0; i < warp_size; ++i) {
      const bool here = lanes[i] == static_cast<std::uint32_t>(thread_boundaries[b]);
      *boundary_at_[b][i] += here;
      hit |= here;
    }
    *boundary_[b] += hit;
  }
}

unsigned ThreadCompressorCoverage::see_request(const ThreadValues& request) {
  see_lanes(request.lanes);
  hidden_ += thread_compress(request.data, request.lanes).widest < thread_compress(request.data).widest;
  const ValueClass value = classify(request.data);
  values_.compare(value, request.data);
  if (at_width_edge(request.data)) see_boundaries(request.data);
  return static_cast<unsigned>(value) | (request.lanes == all_lanes ? 0 : partial);
}

void ThreadCompressorCoverage::see_response(const SlicedRegister& response, unsigned remembered,
                                            Neighbours of_request) {
  ++*widest_[response.widest.value];
  const ValueClass value{static_cast<std::uint8_t>(remembered & ~partial)};
  // Of some lanes the widest says nothing about the class.
  if ((remembered & partial) == 0) values_.see(value, response.widest.value, of_request);
}

}  // namespace heddle
