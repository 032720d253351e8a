// SPDX-License-Identifier: Apache-2.0
// The names that users of GPGPU-Sim know have the values that the table promises.
#include "tb/run/gpgpu_sim_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "tests/cli/program.hpp"

namespace heddle::gpgpu_sim_names_test {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the sum of the statistics in `paths`, joined by " + ", below `stats`; nothing when one is missing.
std::optional<double> sum(const Json& stats, std::string paths) {
  double total = 0;
  while (!paths.empty()) {
    std::string path = paths.substr(0, paths.find(" + "));
    paths.erase(0, paths.size() == path.size() ? path.size() : path.size() + 3);
    std::replace(path.begin(), path.end(), '.', '/');
    const Json::json_pointer at("/" + path);
    if (!stats.contains(at)) return {};
    total += stats.at(at).get<double>();
  }
  return total;
}

class GpgpuSimNames : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const TemporaryFolder folder;
    const Ran ran = heddle({"run", "matmul", "--small", "--set", "sms=2", "--out", "r"}, folder);
    ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
    stats_ = Json::parse(content_of(folder.path() / "r/stats.json"));
    csv_ = content_of(folder.path() / "r/stats.csv");
  }
  static Json stats_;
  static std::string csv_;
};
Json GpgpuSimNames::stats_;
std::string GpgpuSimNames::csv_;

TEST_F(GpgpuSimNames, HaveTheValueOfWhatTheyStandFor) {
  const Json& group = stats_.at("gpgpu_sim");
  const Json& kernel = stats_.at("kernels").front();  // matmul has one launch
  ASSERT_EQ(kernel["launches"], 1);
  std::set<std::string> seen;
  for (const GpgpuSimName& n : gpgpu_sim_names()) {
    const std::string name(n.name);
    EXPECT_TRUE(seen.insert(name).second) << name << " stands there twice";
    const Json& from = n.last_launch ? kernel : stats_;
    const auto above = sum(from, std::string(n.above)), below = sum(from, std::string(n.below));
    ASSERT_TRUE(above && below) << name << " stands for what the platform does not count";
    ASSERT_TRUE(group.contains(name)) << name;
    if (n.below.empty())
      EXPECT_EQ(group[name].get<double>(), *above) << name;
    else if (*below != 0)
      EXPECT_DOUBLE_EQ(group[name], *above / *below) << name;
    else
      EXPECT_TRUE(group[name].is_null()) << name;
  }
  for (const auto& [name, value] : group.items()) EXPECT_TRUE(seen.contains(name)) << name;
  EXPECT_GT(group["gpu_tot_sim_insn"], 0);
  EXPECT_EQ(group["gpu_sim_cycle"].get<double>(), stats_["cycles"].get<double>());
}

TEST_F(GpgpuSimNames, ComeLast) {
  EXPECT_EQ((--stats_.end()).key(), "gpgpu_sim");
  const std::string last = csv_.substr(csv_.rfind('\n', csv_.size() - 2) + 1);
  EXPECT_EQ(last.find("gpgpu_sim."), 0u) << last;
}

TEST(GpgpuSimTable, OfAMachineThatLacksWhatANameStandsForLeavesItOut) {
  StatGroup stats;
  stats.counter("cycles", "", "") += 4;
  stats.group("sm_total").counter("thread_instructions", "", "") += 8;
  const KernelRecords kernels(stats);
  add_gpgpu_sim_names(stats, kernels);
  EXPECT_DOUBLE_EQ(stats.number("gpgpu_sim.gpu_tot_ipc"), 2);
  EXPECT_EQ(std::get<std::uint64_t>(stats.find("gpgpu_sim.gpu_tot_sim_cycle").value()), 4u);
  EXPECT_EQ(stats.find("gpgpu_sim.gpu_tot_ipc").description, "sm_total.thread_instructions / cycles");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(stats.find("gpgpu_sim.gpu_ipc").value()));  // no launch
  EXPECT_EQ(stats.look_up("gpgpu_sim.L2_total_cache_accesses"), nullptr);
  EXPECT_EQ(stats.look_up("gpgpu_sim.gpgpu_n_tot_w_icount"), nullptr);
}

}  // namespace
}  // namespace heddle::gpgpu_sim_names_test
