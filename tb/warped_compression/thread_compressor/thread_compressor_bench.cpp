#include "tb/cosim/cosim_entry.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/warped_compression/thread_compressor/thread_compressor_coverage.hpp"

namespace heddle {
namespace {

/// Registers of all widths, written by all, some, one or none of the threads.
class ThreadCompressorBench final : public FeedForwardBench<ThreadValues, SlicedRegister> {
 public:
  using Block = ThreadCompressor;
  ThreadCompressorBench(const ThreadCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), stimulus_(seed) {}

 private:
  void draw(ThreadValues& request) override {
    stimulus_.draw(random, request.data);
    request.lanes = all_lanes;
    if (random.one_in(2)) request.lanes = static_cast<LaneMask>(random());
    if (random.one_in(4)) request.lanes = 1u << random.below(warp_size);
    if (random.one_in(32)) request.lanes = 0;
  }

  ThreadStimulus stimulus_;
};

const Registration<CosimEntry> registration{cosim_entry<ThreadCompressorBench, ThreadCompressorCoverage>()};

}  // namespace
}  // namespace heddle
