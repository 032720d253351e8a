// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/cosim/bench/random_words.hpp"
#include "tb/warp_approximation/value_broadcaster/value_broadcaster_coverage.hpp"

namespace heddle {
namespace {

/// Operands whose lanes are random, affine, or equal but for one, each lane in turn; at times the data before
/// again.
class ValueBroadcasterBench final : public FeedForwardBench<ReadOperand, SpreadOperand> {
 public:
  using Block = ValueBroadcaster;
  ValueBroadcasterBench(const ValueBroadcasterConfig&, std::uint64_t seed)
      : FeedForwardBench(1, seed), words_(seed) {}

 private:
  void draw(BurstPlace, ReadOperand& request) override {
    const std::uint32_t kind = random.below(8);
    if (kind == 0) return;
    if (kind > 2) draw_data(request.data);
    if (kind != 2) request.lane.value = static_cast<std::uint8_t>(random.below(warp_size));
    request.broadcast = kind == 2 ? !request.broadcast : random.one_in(2);
  }

  void draw_data(WarpRegister& data) {
    words_.fill(data);
    if (random.one_in(2)) return;
    const std::uint32_t base = random.one_in(4) ? 0 : data[0],
                        stride = random.one_in(2) ? 0 : 1u << random.below(32);
    const std::uint32_t other = data[1];
    for (unsigned i = 0; i < warp_size; ++i) data[i] = base + stride * i;
    if (stride == 0) data[turn_++ % warp_size] = other;
  }

  RandomWords words_;
  unsigned turn_ = 0;
};

const Registration<CosimEntry> registration{cosim_entry<ValueBroadcasterBench, ValueBroadcasterCoverage>()};

}  // namespace
}  // namespace heddle
