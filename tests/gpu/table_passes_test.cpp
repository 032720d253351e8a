// SPDX-License-Identifier: Apache-2.0
// Tables of subroutines lie in the banks of shared memory: lanes that want different words of a bank take one
// pass after the other.
#include <gtest/gtest.h>

#include "hw/sm/shared_memory/bank_passes.hpp"
#include "models/base/error.hpp"
#include "tb/run/report.hpp"
#include "tb/run/run.hpp"

namespace heddle::table_passes_test {
namespace {

unsigned passes(const std::function<std::uint64_t(unsigned)>& address, LaneMask lanes = all_lanes,
                unsigned bytes = 4, unsigned banks = 32) {
  ptx::LaneAddresses addresses{};
  for (unsigned lane = 0; lane < warp_size; ++lane) addresses[lane] = address(lane);
  return bank_passes(addresses, lanes, bytes, banks);
}

TEST(BankPasses, OfOneWordAreOne) {
  EXPECT_EQ(passes([](unsigned) { return 64; }), 1u);
  EXPECT_EQ(passes([](unsigned lane) { return 64 + lane % 4; }, all_lanes, 1), 1u);
}

TEST(BankPasses, OfWordsInOneBankAreAsMany) {
  EXPECT_EQ(passes([](unsigned lane) { return 128 * lane; }), 32u);
  EXPECT_EQ(passes([](unsigned lane) { return 128 * lane; }, 0xf), 4u);
  EXPECT_EQ(passes([](unsigned lane) { return 128 * (lane / 2); }), 16u) << "two lanes want each word";
  EXPECT_EQ(passes([](unsigned lane) { return 4 * lane; }, all_lanes, 4, 16), 2u) << "sixteen banks";
  EXPECT_EQ(passes([](unsigned lane) { return 4 * lane; }), 1u);
}

TEST(BankPasses, OfLongerWordsAreTakenInParts) {
  EXPECT_EQ(passes([](unsigned lane) { return 8 * lane; }, all_lanes, 8), 2u);
  EXPECT_EQ(passes([](unsigned lane) { return 16 * lane; }, all_lanes, 16), 4u);
}

RunResult decoded(const std::string& setting) {
  RunRequest request{.target = "scan"};
  request.workload.small = true;
  request.platform.techniques = {"caba"};
  request.platform.assignments = {"sms=2",
                                  "l2.cache.bytes=4096",
                                  "l2.fetch=line",
                                  "l2.write_miss=fetch",
                                  "caba.what=e2mc",
                                  "caba.controllers_compress=true",
                                  "line_compression.e2mc.code=offline",
                                  "line_compression.e2mc.tables=[{escape: 12, values: [0, 1, 2, 3, 4, 5, 6, "
                                  "7, 8, 9, 10, 11], lengths: [1, 2, 3, "
                                  "4, 5, 6, 7, 8, 9, 10, 11, 12]}]",
                                  setting};
  return run_apart(request);
}

/// With one bank each lane that wants another word takes a pass of its own.
TEST(TablePasses, AreMoreInFewerBanksAndTakeTime) {
  const RunResult many = decoded("sm.load_store.shared_banks=32"),
                  one = decoded("sm.load_store.shared_banks=1");
  EXPECT_TRUE(many.right());
  EXPECT_TRUE(one.right());
  const auto of = [](const RunResult& run, const char* path) { return statistic(run.stats, path); };
  const double accesses = of(many, "sm_total.line.dispatched") - of(many, "sm_total.line.line_accesses");
  EXPECT_GT(accesses, 0);
  EXPECT_GT(of(many, "sm_total.line.table_passes"), accesses) << "ways that meet in a bank";
  EXPECT_GT(of(one, "sm_total.line.table_passes"), 1.5 * of(many, "sm_total.line.table_passes"));
  EXPECT_GT(of(one, "cycles"), of(many, "cycles"));
  EXPECT_GT(of(many, "energy.line_codecs.table_passes"), 0);
  EXPECT_GT(of(many, "energy.line_codecs.table_writes"), 0);
}

}  // namespace
}  // namespace heddle::table_passes_test
