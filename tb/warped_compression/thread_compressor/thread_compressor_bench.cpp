// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warped_compression/thread_compressor/thread_compressor_coverage.hpp"
#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle {
namespace {

/// Registers of all classes of values, written by all, some, one or none of the threads.
class ThreadCompressorBench final : public FeedForwardBench<ThreadValues, SlicedRegister> {
 public:
  using Block = ThreadCompressor;
  ThreadCompressorBench(const ThreadCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), stimulus_(seed, decisive()) {}

 private:
  void draw(BurstPlace place, ThreadValues& request) override {
    stimulus_.draw(place, request.data);
    request.lanes = place == BurstPlace::inside ? any_lanes() : all_lanes;
  }

  LaneMask any_lanes() {
    constexpr std::array<LaneMask, 4> shapes{0x0000ffff, 0xffff0000, 0x55555555, 0xaaaaaaaa};
    const std::uint32_t kind = random.below(32);
    if (kind == 0) return 0;
    if (kind < 4) return shapes[random.below(shapes.size())];
    if (kind < 8) return static_cast<LaneMask>(random());
    if (kind < 20) return all_lanes;
    const LaneMask one = 1u << turn_++ / 2 % warp_size;
    return turn_ % 2 != 0 ? one : ~one;
  }

  /// Where a width begins and ends to hold a value.
  static std::vector<ValueClass> decisive() {
    using enum ValueClass;
    return {width_edge, mixed, bytes, halves, three_bytes, ValueClass::random};
  }

  ValueStimulus stimulus_;
  unsigned turn_ = 0;
};

const Registration<CosimEntry> registration{cosim_entry<ThreadCompressorBench, ThreadCompressorCoverage>()};

}  // namespace
}  // namespace heddle
