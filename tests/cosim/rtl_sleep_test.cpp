// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

#include "hw/sim/block_entry.hpp"
#include "hw/sim/wire.hpp"
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"

namespace heddle::rtl_sleep_test {
namespace {

/// Counts the edges that reach the RTL.
class Counted final : public RtlModel {
 public:
  Counted(std::unique_ptr<RtlModel> rtl, std::uint64_t& edges) : rtl_(std::move(rtl)), edges_(edges) {}
  std::map<std::string, RtlPort, std::less<>> ports() override { return rtl_->ports(); }
  void edge() override {
    ++edges_;
    rtl_->edge();
  }
  void settle() override { rtl_->settle(); }

 private:
  std::unique_ptr<RtlModel> rtl_;
  std::uint64_t& edges_;
};

constexpr BdiCompressorConfig config{.latency = 8};

/// The compressor's RTL in a domain of its own; it may sleep after `settle` quiet edges.
struct Machine {
  Machine(const std::string& name, RtlLibrary& library, unsigned settle)
      : domain((name + "_clock").c_str(), 1000),
        block(name.c_str(), "bdi_compressor",
              std::make_unique<Counted>(library.open("bdi_compressor", rtl_parameters(config)), edges),
              settle) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.rsp.port(rsp);
    rst_n.write(true);
  }
  std::uint64_t edges = 0;
  ClockDomain domain;
  Wire<Beat<UncompressedRegister>> req;
  Wire<Beat<EncodedRegister>> rsp;
  Wire<bool> rst_n;
  RtlBlock<BdiCompressor::PinsType> block;
};

/// Runs all machines with the same requests, some of them far apart; returns whether their answers are equal
/// in every cycle.
bool alike(std::vector<Machine*> machines) {
  Random random(3);
  sc_core::sc_start(sc_core::sc_time::from_value(500));
  bool same = true;
  unsigned wait = 0, answers = 0;
  for (int cycle = 0; cycle < 5000; ++cycle) {
    Beat<UncompressedRegister> beat;
    if (wait-- == 0) {
      beat.valid = true;
      beat.payload.data.lane.fill(static_cast<std::uint32_t>(random()));
      wait = random.below(40);
    }
    for (Machine* m : machines) m->req.write(beat);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    answers += machines[0]->rsp.read().valid;
    for (Machine* m : machines) same &= m->rsp.read() == machines[0]->rsp.read();
  }
  EXPECT_GT(answers, 100u);
  return same;
}

class RtlSleep : public testing::Test {
 protected:
  RtlSleep() { setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1); }
  VerilatedLibrary library{{{"bdi_compressor"}}};
};

TEST_F(RtlSleep, HeddlesOwnRtlSleepsWhenItsPinsAreQuietAndNothingDiffers) {
  Machine awake("awake", library, 0), sleeping("sleeping", library, BdiCompressor::settle(config));
  EXPECT_TRUE(alike({&awake, &sleeping}));
  EXPECT_LT(sleeping.edges, awake.edges - 500);
}

TEST_F(RtlSleep, SleepingTooEarlyIsSeenByTheSameComparison) {
  Machine awake("awake", library, 0), early("early", library, 1);
  EXPECT_FALSE(alike({&awake, &early}));
}

}  // namespace
}  // namespace heddle::rtl_sleep_test
