// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/cosim/bench/random_words.hpp"
#include "tb/warped_compression/thread_decompressor/thread_decompressor_coverage.hpp"
#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle {
namespace {

/// Registers of all classes of values as a compressor leaves them; and any bytes with any widths, alike in
/// all lanes or not. A bank that is not read shows anything.
class ThreadDecompressorBench final : public FeedForwardBench<BankedThreads, UncompressedRegister> {
 public:
  using Block = ThreadDecompressor;
  ThreadDecompressorBench(const ThreadDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), words_(seed), values_(seed) {}

 private:
  void draw(BurstPlace place, BankedThreads& request) override {
    if (place != BurstPlace::inside || random.one_in(2)) return encode(place, request);
    words_.fill(request.data);
    request.widths.value = random();
    if (random.one_in(4)) request.widths.value = alike(random.below(widest_thread + 1));
  }

  void encode(BurstPlace place, BankedThreads& request) {
    WarpRegister lanes;
    values_.draw(place, lanes);
    const ThreadBytes kept = thread_compress(lanes);
    request.data = kept.data;
    request.widths.value = kept.widths;
    if (random.one_in(2)) return;
    WarpRegister beyond;
    // Anything, or what the sign is not in all bytes beyond.
    if (random.one_in(3))
      beyond.lane.fill(~0u);
    else
      words_.fill(beyond);
    for (unsigned i = 0; i < warp_size; ++i)
      lanes[i] ^=
          static_cast<std::uint32_t>(std::uint64_t{beyond[i]} << 8 * (thread_width(kept.widths, i) + 1));
    request.data = thread_compress(lanes).data;
  }

  RandomWords words_;
  ValueStimulus values_;
};

const Registration<CosimEntry> registration{
    cosim_entry<ThreadDecompressorBench, ThreadDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
