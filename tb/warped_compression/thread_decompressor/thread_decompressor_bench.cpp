#include "tb/cosim/cosim_entry.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/cosim/random_words.hpp"
#include "tb/warped_compression/thread_decompressor/thread_decompressor_coverage.hpp"

namespace heddle {
namespace {

/// Any bytes with any widths, alike in all lanes or not: a bank that is not read shows anything.
class ThreadDecompressorBench final : public FeedForwardBench<BankedThreads, PlainRegister> {
 public:
  using Block = ThreadDecompressor;
  ThreadDecompressorBench(const ThreadDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), words_(seed) {}

 private:
  void draw(BankedThreads& request) override {
    words_.fill(request.data);
    request.widths.value = random();
    if (random.one_in(4)) request.widths.value = alike(random.below(widest_thread + 1));
  }

  RandomWords words_;
};

const Registration<CosimEntry> registration{
    cosim_entry<ThreadDecompressorBench, ThreadDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
