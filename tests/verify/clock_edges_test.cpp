// SPDX-License-Identifier: Apache-2.0
// RTL of the user's with registers clocked on the falling edge: free_register_counter again.
#include <gtest/gtest.h>

#include <cstdlib>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/estimate/estimate.hpp"
#include "tb/verify/mutation.hpp"
#include "tb/verify/netlist_cosim.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::verify::clock_edges_test {
namespace {

using estimate::Estimate, estimate::tools_present;

const std::string block = "free_register_counter";
std::string process(const std::string& clock, const std::string& taken, const std::string& from) {
  return "always_ff @(" + clock + " or negedge rst_ni)\n  if (!rst_ni) " + taken + " <= '0; else " + taken +
         " <= " + from + ";\n";
}
const std::string when_it_falls = process("negedge clk_i", "count_q", "count_d");
/// The next count is kept when the clock falls, and becomes the count when it rises.
const std::string at_both_edges = "logic [Bits-1:0] half_q;\n" +
                                  process("negedge clk_i", "half_q", "count_d") +
                                  process("posedge clk_i", "count_q", "half_q");
const std::string gated = "logic gated;\nassign gated = clk_i & (launch_valid_i | (|claim_valid_i));\n" +
                          process("posedge gated", "count_q", "count_d");

class ClockEdges : public testing::Test {
 protected:
  ClockEdges() { setenv("HEDDLE_CACHE", (folder_.path() / "cache").c_str(), 1); }

  /// Heddle's RTL with another process.
  UserRtl with(const std::string& text) const {
    std::string rtl = read_text_file(
        std::filesystem::path(HEDDLE_SOURCE_DIR) / "rtl_ref/register_virtualization/free_register_counter.sv",
        "RTL");
    const std::size_t begin = rtl.find("always_ff"), end = rtl.find("assign free_counts_o");
    EXPECT_TRUE(begin < end && end != std::string::npos);
    WholeFile(folder_.path() / "mine.sv").write(rtl.replace(begin, end - begin, text));
    return folder_.path() / "mine.sv";
  }
  Estimate estimated(const UserRtl& rtl) const {
    return estimate::estimate({.block = block, .rtl = rtl, .random_operations = 64, .orders = 1});
  }

  ScratchFolder folder_;
};

TEST_F(ClockEdges, PathsBetweenThemHaveHalfAPeriod) {
  SKIP_WITHOUT_TOOLS();
  const Estimate own = estimated({});
  EXPECT_EQ(own.timing.half_cycle(), 0);
  for (const auto& [text, flip_flops] : {std::pair{when_it_falls, 36u}, {at_both_edges, 72u}}) {
    const Estimate e = estimated(with(text));
    EXPECT_EQ(e.flip_flops, flip_flops);
    EXPECT_EQ(e.latency_cycles, 1u) << text;
    EXPECT_NEAR(e.timing.half_cycle() / own.timing.critical_path(), 1, 0.1) << "inputs change when it rises";
    EXPECT_EQ(e.timing.critical_path(), 2 * e.timing.half_cycle());
  }
}

TEST_F(ClockEdges, OfNetlistsAreThoseOfTheRtl) {
  SKIP_WITHOUT_TOOLS();
  const NetlistResult r = cosimulate_netlist(block, "default", with(at_both_edges), 5'000, 1);
  EXPECT_TRUE(r.cosim.passed()) << text_of(r.cosim);
  EXPECT_EQ(r.flip_flops, 72u);
}

TEST_F(ClockEdges, OfMutantsAreThoseOfTheRtl) {
  SKIP_WITHOUT_TOOLS();
  const MutationResult r =
      test_mutants({.block = block, .rtl = with(at_both_edges), .mutants = 4, .vectors = 100'000});
  EXPECT_EQ(r.killed + r.survivors.size(), 4u);
  EXPECT_GT(r.killed, 0u);
}

TEST_F(ClockEdges, AGatedClockIsRefused) {
  SKIP_WITHOUT_TOOLS();
  try {
    estimated(with(gated));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().what, "the clock of a register is gated, divided or otherwise generated");
    EXPECT_NE(error.problem().value.find("count_q"), std::string::npos) << error.problem().value;
  }
}

}  // namespace
}  // namespace heddle::verify::clock_edges_test
