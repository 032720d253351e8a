// SPDX-License-Identifier: Apache-2.0
// A FeedForwardUnit shows the same responses in the same cycles, whether it goes by pins or not.
#include <gtest/gtest.h>

#include <optional>

#include "hw/sim/feed_forward_unit.hpp"
#include "hw/warp_approximation/similarity_comparator/similarity_comparator.hpp"
#include "hw/warp_approximation/similarity_selector/similarity_selector.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "models/base/random.hpp"

namespace heddle::direct_units_test {
namespace {

struct Watcher : BlockWatcher {
  void watch(std::string_view, Block&, const ConfigTree&) override {}
};

enum class How { direct, every_cycle, watched, woken };

/// Starts requests at random in a unit alone and in one with another one behind it, awake while any of them
/// is inside, and sums up what comes back and when.
struct Owner : Clocked {
  Owner(const std::string& name, How how)
      : domain((name + "_clock").c_str(), 1000, how != How::every_cycle),
        maker(nullptr, how == How::watched ? &watcher : nullptr),
        compressor(name + "_compressor", {.latency = 4}, domain, rst_n, maker),
        comparator(name + "_comparator", {}, domain, rst_n, maker),
        selector(name + "_selector", {}, domain, rst_n, maker, &comparator) {
    rst_n.write(true);
    domain.attach(*this);
    if (how != How::woken) return;
    compressor.add_reader(*this);
    comparator.add_reader(*this);
  }

  Cycle tick(Cycle now) override {
    compressor.idle();
    selector.idle();
    if (const EncodedRegister* r = compressor.response()) took(now, r->data[0]);
    if (const ComparedResult* r = comparator.response()) took(now, 2 * r->representative + r->similar);
    EXPECT_EQ(selector.response(), nullptr);
    if (now < turn || now > last) return inside != 0 ? now + 1 : now < turn && turn <= last ? turn : never;
    if (random.one_in(2)) {
      compressor.start({some_register()});
      ++inside;
    }
    if (random.one_in(2)) {
      ExecutedResult& request = selector.staged();
      request = {some_register(), static_cast<LaneMask>(random()), {}, 0};
      selector.start();
      ++inside;
    }
    turn = now + 1 + (random.one_in(3) ? random.below(20) : 0);
    return inside != 0 ? now + 1 : turn;
  }
  void took(Cycle now, std::uint32_t value) {
    --inside;
    ++responses;
    sum = (sum ^ now) * 0x9e3779b97f4a7c15ull + value;
  }
  WarpRegister some_register() {
    WarpRegister data;
    data.lane.fill(static_cast<std::uint32_t>(random()));
    if (random.one_in(2)) data[random.below(warp_size)] ^= 1;
    return data;
  }

  static constexpr Cycle last = 5000;
  ClockDomain domain;
  Watcher watcher;
  BlockMaker maker;
  Wire<bool> rst_n;
  FeedForwardUnit<BdiCompressor> compressor;
  FeedForwardUnit<SimilarityComparator> comparator;
  FeedForwardUnit<SimilaritySelector> selector;
  Random random{5};
  Cycle turn = 0;
  unsigned inside = 0, responses = 0;
  std::uint64_t sum = 0;
};

TEST(DirectUnits, TheSameResponsesInTheSameCyclesAsByPins) {
  Owner direct("direct", How::direct), every_cycle("every_cycle", How::every_cycle),
      watched("watched", How::watched), woken("woken", How::woken);
  sc_core::sc_start(sc_core::sc_time::from_value(1000 * (Owner::last + 100)));
  EXPECT_GT(direct.responses, 1000u);
  EXPECT_EQ(direct.inside, 0u);
  for (const Owner* by_pins : {&every_cycle, &watched, &woken}) {
    EXPECT_EQ(direct.responses, by_pins->responses) << by_pins->domain.name();
    EXPECT_EQ(direct.sum, by_pins->sum) << by_pins->domain.name();
    // Direct blocks are not clocked.
    EXPECT_LT(2 * direct.domain.ticks(), by_pins->domain.ticks()) << by_pins->domain.name();
  }
}

}  // namespace
}  // namespace heddle::direct_units_test
