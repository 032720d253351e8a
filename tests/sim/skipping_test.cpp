// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "models/base/random.hpp"

namespace heddle::skipping_test {
namespace {

using Pins = BdiCompressor::PinsType;

/// A pipeline of four stages that wrongly goes to sleep while requests are still in it.
class Drowsy final : public BlockWith<Pins> {
 public:
  explicit Drowsy(const char* name) : BlockWith(name) {}
  Cycle tick(Cycle now) override {
    const Beat<UncompressedRegister>& in = io.req.get();
    for (std::size_t i = stages_.size() - 1; i > 0; --i) stages_[i] = stages_[i - 1];
    stages_[0].valid = in.valid;
    if (in.valid) stages_[0].payload.data = in.payload.data;
    io.rsp.put(stages_.back());
    return in.valid ? now + 1 : never;
  }

 private:
  std::array<Beat<EncodedRegister>, 4> stages_{};
};

/// Sends `bursts` bursts with gaps of any length, and sums up what comes back and when.
struct Surroundings : Clocked {
  Surroundings(Wire<Beat<UncompressedRegister>>& out, Wire<Beat<EncodedRegister>>& in, unsigned bursts)
      : out(out), in(in), bursts(bursts) {
    in.add_reader(*this);
  }
  Cycle tick(Cycle now) override {
    if (const auto& rsp = in.read(); rsp.valid) {
      ++responses;
      sum = (sum ^ now) * 0x9e3779b97f4a7c15ull + rsp.payload.data[0];
    }
    if (now < turn) return in.read().valid ? now + 1 : turn;
    if (left == 0) {
      if (bursts == 0) {
        out.write({});
        return in.read().valid ? now + 1 : never;
      }
      --bursts;
      left = 1 + random.below(4);
    }
    Beat<UncompressedRegister> beat;
    beat.valid = true;
    beat.payload.data.lane.fill(static_cast<std::uint32_t>(random()));
    --left;
    if (left > 0) {
      out.write(beat);
      turn = now + 1;
    } else {
      out.write({});
      turn = now + 1 + random.below(40);
    }
    return now + 1;
  }

  Wire<Beat<UncompressedRegister>>& out;
  Wire<Beat<EncodedRegister>>& in;
  unsigned bursts, left = 0;
  Cycle turn = 0;
  std::uint64_t sum = 0, responses = 0;
  Random random{7};
};

/// A block in a clock domain of its own.
struct Machine {
  Machine(std::string name, std::unique_ptr<BlockWith<Pins>> made, bool skipping)
      : domain((name + "_clock").c_str(), 1000, skipping),
        block(std::move(made)),
        surroundings(req, rsp, 200) {
    block->io.clk(domain);
    block->io.rst_n(rst_n);
    block->io.req.port(req);
    block->io.rsp.port(rsp);
    rst_n.write(true);
    domain.attach(surroundings);
  }
  ClockDomain domain;
  Wire<Beat<UncompressedRegister>> req;
  Wire<Beat<EncodedRegister>> rsp;
  Wire<bool> rst_n;
  std::unique_ptr<BlockWith<Pins>> block;
  Surroundings surroundings;
};

constexpr std::uint64_t long_enough = 1000 * 200 * 50;

TEST(Skipping, NothingObservableDiffersAndMuchIsSkipped) {
  const BdiCompressorConfig config{.latency = 4};
  Machine on("on", std::make_unique<BdiCompressor>("on", config), true);
  Machine off("off", std::make_unique<BdiCompressor>("off", config), false);
  sc_core::sc_start(sc_core::sc_time::from_value(long_enough));
  EXPECT_GT(on.surroundings.responses, 200u);
  EXPECT_EQ(on.surroundings.responses, off.surroundings.responses);
  EXPECT_EQ(on.surroundings.sum, off.surroundings.sum);
  EXPECT_LT(on.domain.activations(), off.domain.activations());
  EXPECT_LT(2 * on.domain.ticks(), off.domain.ticks());
}

TEST(Skipping, ABrokenSleepRuleIsSeenByTheSameComparison) {
  Machine on("on", std::make_unique<Drowsy>("on"), true);
  Machine off("off", std::make_unique<Drowsy>("off"), false);
  sc_core::sc_start(sc_core::sc_time::from_value(long_enough));
  EXPECT_GT(off.surroundings.responses, 200u);
  EXPECT_NE(on.surroundings.sum, off.surroundings.sum);
}

}  // namespace
}  // namespace heddle::skipping_test
