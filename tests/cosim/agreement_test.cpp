// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tests/verify/recorded.hpp"

namespace heddle::agreement_test {
namespace {

struct Case {
  std::string block, set;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.block << " " << c.set; }

std::vector<Case> all_sets() {
  std::vector<Case> all;
  for (const std::string& block : cosim_blocks())
    for (const std::string& set : parameter_set_names(block)) all.push_back({block, set});
  return all;
}

/// One of one cycle and one with state.
constexpr std::array always_simulated{"thread_compressor", "free_register_counter"};

/// A block is left out when configs/blocks/verified records that it was equal, with a million vectors, from
/// the same contents and with the same co-simulation, and nothing else can change it: it would do the same
/// again. `Binding` simulates all.
class Agreement : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    // The build folder keeps the Verilated RTL of the tests.
    setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
    const std::string& block = GetParam().block;
    if (std::count(always_simulated.begin(), always_simulated.end(), block) == 0 &&
        verify::is_cosimulated(block))
      GTEST_SKIP() << verify::why_left_out(block);
  }
};

TEST_P(Agreement, ModelAndRtlAreTheSameMachineInEveryNamedSet) {
  CosimRequest request;
  request.block = GetParam().block;
  request.set = GetParam().set;
  const ConfigTree set = parameter_set(request.block, request.set, {});
  const auto points =
      Registry<CosimEntry>::instance().find(request.block).make_coverage(set)->coverage.all().size();
  request.vectors = std::max<std::uint64_t>(request.vectors, 100 * points);
  // Some rare points need as many as a verification takes of a set.
  request.most_vectors = std::max<std::uint64_t>(request.vectors, 200'000);
  const CosimResult r = cosimulate({request}).at(0);
  EXPECT_EQ(r.verdict, Verdict::equal) << text_of(r);
  EXPECT_GE(r.vectors, request.vectors);
  EXPECT_GT(r.resets, 0u);
  EXPECT_TRUE(r.holes().empty()) << text_of(r);
}

/// RTL that sleeps while its inputs stay unchanged, as it may in a GPU, behaves the same.
TEST_P(Agreement, HoldsWhenTheInputsStayAndTheRtlSleeps) {
  const CosimResult r =
      cosimulate({{.block = GetParam().block, .set = GetParam().set, .sleeping = true}}).at(0);
  EXPECT_EQ(r.verdict, Verdict::equal) << text_of(r);
}
INSTANTIATE_TEST_SUITE_P(Cosim, Agreement, testing::ValuesIn(all_sets()));

/// While others run, RTL drives zeros. Here `ready` is constant, so that Verilated code drives it once.
TEST(SeveralInAProcess, AConstantOutputIsAsBefore) {
  for (const CosimResult& r : cosimulate({{.block = "huffman_compressor", .set = "default"},
                                          {.block = "huffman_compressor", .set = "symbols_4"}}))
    EXPECT_EQ(r.verdict, Verdict::equal) << text_of(r);
}

class Binding : public testing::TestWithParam<std::string> {};

/// The same module source, on domain wires and on sc_signal with sc_clock, with and without skipping of idle
/// cycles, gives the same outputs in the same cycles.
TEST_P(Binding, OfWiresAndSignalsSkippingOrNotGivesTheSameChecksum) {
  CosimRequest request;
  request.block = GetParam();
  request.vectors = 5'000;
  request.checksum = true;
  CosimRequest on_signals = request, every_cycle = request, other_seed = request;
  on_signals.carrier = Carrier::signal;
  every_cycle.skipping = false;
  other_seed.seed = 2;
  const auto results = cosimulate({request, on_signals, every_cycle, other_seed});
  for (const CosimResult& r : results) EXPECT_TRUE(r.passed()) << text_of(r);
  EXPECT_EQ(results[1].checksum, results[0].checksum);
  EXPECT_EQ(results[2].checksum, results[0].checksum);
  EXPECT_NE(results[3].checksum, results[0].checksum) << "the checksum sees nothing";
}
INSTANTIATE_TEST_SUITE_P(Cosim, Binding, testing::ValuesIn(cosim_blocks()));

}  // namespace
}  // namespace heddle::agreement_test
