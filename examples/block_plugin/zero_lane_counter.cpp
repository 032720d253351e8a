// SPDX-License-Identifier: Apache-2.0
// The block as `heddle --plugin` loads it: its entry, and the bench and coverage of its co-simulation.
#include "zero_lane_counter.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/base/plugin.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"

HEDDLE_PLUGIN

namespace mine {
namespace {

/// Registers of which none, some or all lanes are zero; of the others half have a single bit, so that each
/// bit of a comparison counts.
class Bench final : public heddle::FeedForwardBench<Register, ZeroLanes> {
 public:
  using Block = ZeroLaneCounter;
  Bench(const ZeroLaneCounterConfig& c, std::uint64_t seed) : FeedForwardBench(c.latency, seed) {}

 private:
  void draw(heddle::BurstPlace, Register& request) override {
    const std::uint64_t zero_of_16 = random.below(17);
    for (std::uint32_t& lane : request.data) {
      lane = random.one_in(2) ? 1u << random.below(32)
                              : 1 + static_cast<std::uint32_t>(random.below(0xffffffff));
      if (random.below(16) < zero_of_16) lane = 0;
    }
  }
};

/// Each number of zero lanes.
class Seen final : public heddle::FeedForwardCoverage<Register, ZeroLanes> {
 public:
  explicit Seen(const ZeroLaneCounterConfig& c)
      : FeedForwardCoverage(c.latency), counts_(coverage.points("{} lanes are zero", 0, heddle::warp_size)) {}

 private:
  unsigned see_request(const Register&) override { return 0; }
  void see_response(const ZeroLanes& response, unsigned, heddle::Neighbours) override {
    ++*counts_[response.zeros.value];
  }

  std::vector<std::uint64_t*> counts_;
};

const heddle::Registration<heddle::BlockEntry> block{
    heddle::block_entry<ZeroLaneCounter>("mine", HEDDLE_BLOCK_FOLDER)};
const heddle::Registration<heddle::CosimEntry> cosim{heddle::cosim_entry<Bench, Seen>()};

}  // namespace
}  // namespace mine
