// SPDX-License-Identifier: Apache-2.0
// Functional coverage on the pins of a block that is not driven by a bench.
#include <gtest/gtest.h>

#include "hw/sim/block_entry.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/watch/system_coverage.hpp"

namespace heddle::pin_watch_test {
namespace {

/// Sends bursts of equal registers, with gaps that are sometimes longer than the watch waits before it
/// sleeps.
struct Bursts : Clocked {
  explicit Bursts(Wire<Beat<UncompressedRegister>>& out) : out(out) {}
  Cycle tick(Cycle now) override {
    if (now < turn) return turn;  // without skipping the module is ticked at every edge
    if (left == 0) {
      out.write({});
      if (bursts == 0) return never;
      --bursts;
      left = 1 + random.below(3);
      return turn = now + 1 + (random.one_in(2) ? random.below(6) : random.below(3 * PinChanges::patience));
    }
    --left;
    ++sent;
    out.write({{}, true});
    return now + 1;
  }
  Wire<Beat<UncompressedRegister>>& out;
  unsigned bursts = 40, left = 0, sent = 0;
  Cycle turn = 0;
  Random random{3};
};

/// A compressor in a domain of its own, watched.
struct Machine {
  Machine(const std::string& name, bool skipping)
      : domain((name + "_clock").c_str(), 1000, skipping),
        block(make_block<BdiCompressor>(name.c_str(), {}, {nullptr, &watcher})),
        bursts(req) {
    block->io.clk(domain);
    block->io.rst_n(rst_n);
    block->io.req.port(req);
    block->io.rsp.port(rsp);
    rst_n.write(true);
    domain.attach(bursts);
  }
  BlockReached reached() const { return watcher.reached().at("bdi_compressor"); }
  std::uint64_t hits(const std::string& point) const {
    for (const Coverage::Point& p : reached().points)
      if (p.name == point) return p.hits;
    ADD_FAILURE() << "no point " << point;
    return 0;
  }
  ClockDomain domain;
  SystemCoverage watcher;
  Wire<Beat<UncompressedRegister>> req;
  Wire<Beat<EncodedRegister>> rsp;
  Wire<bool> rst_n;
  std::unique_ptr<BlockWith<BdiCompressor::PinsType>> block;
  Bursts bursts;
};

void simulate() { sc_core::sc_start(sc_core::sc_time::from_value(1000 * 20'000)); }

TEST(PinWatch, SeesTheSameWithAndWithoutSkippingAndWakesNobodyInALongGap) {
  Machine on("on", true), off("off", false);
  simulate();
  ASSERT_GT(on.bursts.sent, 40u);
  const BlockReached a = on.reached(), b = off.reached();
  ASSERT_EQ(a.points.size(), b.points.size());
  for (std::size_t i = 0; i < a.points.size(); ++i)
    EXPECT_EQ(a.points[i].hits, b.points[i].hits) << a.points[i].name;
  ASSERT_EQ(a.activity.size(), 2u);
  for (const BlockReached& each : {a, b})
    for (const ChannelActivity& channel : each.activity)
      EXPECT_EQ(channel.payloads, on.bursts.sent) << channel.channel;
  EXPECT_LT(on.domain.activations(), off.domain.activations() * 3 / 4);
}

TEST(PinWatch, CountsWhatHappenedAndNothingElse) {
  Machine machine("m", true);
  simulate();
  EXPECT_EQ(machine.hits("encoding <4,0>"), machine.bursts.sent);
  EXPECT_EQ(machine.hits("encoding <4,1>"), 0u);
  EXPECT_EQ(machine.hits("encoding uncompressed"), 0u);
  EXPECT_GT(machine.hits("back to back"), 0u);
  EXPECT_GT(machine.hits("isolated"), 0u);
  EXPECT_EQ(machine.hits("reset with stage 1 occupied"), 0u);
}

TEST(PinWatch, ABlockOutsideOfAClockDomainIsRefused) {
  SystemCoverage watcher;
  const auto block = make_block<BdiCompressor>("alone", {}, {nullptr, &watcher});
  sc_core::sc_clock clock("clock", 1, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n;
  sc_core::sc_signal<Beat<UncompressedRegister>> req;
  sc_core::sc_signal<Beat<EncodedRegister>> rsp;
  block->io.clk(clock);
  block->io.rst_n(rst_n);
  block->io.req.port(req);
  block->io.rsp.port(rsp);
  EXPECT_THROW(simulate(), Error);
}

TEST(BlockReached, AddsPointsAndPayloadsByName) {
  BlockReached all;
  all.add({{"req", true, true, 3}}, {{"a", 1}, {"b", 0}});
  all.add({{"req", true, true, 4}}, {{"b", 0}, {"c", 5}, {"a", 2}});
  ASSERT_EQ(all.points.size(), 3u);
  EXPECT_EQ(all.points[0].hits, 3u);
  EXPECT_EQ(all.points[1].hits, 0u);
  EXPECT_EQ(all.points[2].name, "c");
  EXPECT_EQ(all.activity.at(0).payloads, 7u);
}

}  // namespace
}  // namespace heddle::pin_watch_test
