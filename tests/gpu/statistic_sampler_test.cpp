// SPDX-License-Identifier: Apache-2.0
// A sample has what was counted up to its cycle, and sampling changes nothing.
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::statistic_sampler_test {
namespace {

struct Sampled {
  std::string csv, stats;
  bool passed = false;
};

/// Several launches of a divergent workload on two SMs; a request without names means no sampler.
Sampled sampled(const SampleRequest& request, const std::string& technique, bool skipping = true) {
  StatGroup stats;
  GpuConfig config;
  config.sms = 2;
  config.skip_idle_cycles = skipping;
  SimulatedGpu gpu(config, techniques_of(technique), nullptr, stats);
  std::optional<StatisticSampler> sampler;
  if (!request.statistics.empty()) {
    sampler.emplace(stats, request, [&] { gpu.gpu().settle(); });
    gpu.gpu().sample(*sampler);
  }
  WorkloadOptions options;
  options.small = true;
  const bool passed = Registry<Workload>::instance().find("bfs").run(gpu, options).passed();
  return {sampler ? sampler->csv() : "", json_of(stats).dump(), passed};
}

double hash_of(const std::string& text) { return static_cast<double>(std::hash<std::string>{}(text)); }

const std::vector<std::string> names{"cycles", "sm_total.warp_instructions", "sm0.issue_slots.idle",
                                     "sm_total.register_file.bank_reads"};

class SamplerWith : public testing::TestWithParam<const char*> {};

TEST_P(SamplerWith, ChangesNothing) {
  const auto stats = [](Cycle every) {
    return in_child(2, [&] {
      const SampleRequest request{.statistics = every == 0 ? std::vector<std::string>{} : names,
                                  .every = every};
      const Sampled s = sampled(request, GetParam());
      return std::vector{hash_of(s.stats), s.passed ? 1.0 : 0.0};
    });
  };
  const auto without = stats(0);
  EXPECT_EQ(without[1], 1);
  for (const Cycle every : {1, 2, 7, 1000}) EXPECT_EQ(stats(every), without) << every;
}

TEST_P(SamplerWith, SeesTheSameWhetherCyclesAreSkippedOrNot) {
  const auto samples = [](bool skipping) {
    return in_child(2, [&] {
      const std::string csv = sampled({names, 13}, GetParam(), skipping).csv;
      return std::vector{hash_of(csv), static_cast<double>(csv.size())};
    });
  };
  const auto found = samples(true);
  EXPECT_EQ(found, samples(false));
  EXPECT_GT(found[1], 10'000);
}
INSTANTIATE_TEST_SUITE_P(Techniques, SamplerWith,
                         testing::Values("", "warped_compression,register_virtualization",
                                         "warp_approximation"));

TEST(StatisticSampler, TakesEveryNthCycleUntilTheLast) {
  const auto found = in_child(15, [] {
    std::string csv = sampled({{"cycles", "sm0.issue_slots.idle"}, 50, 200}, "").csv;
    const std::string header = "cycle,cycles,sm0.issue_slots.idle\n";
    if (!csv.starts_with(header)) return std::vector<double>{};
    std::replace(csv.begin(), csv.end(), ',', '\n');
    std::istringstream in(csv.substr(header.size()));
    std::vector<double> all;
    for (std::string field; std::getline(in, field);) all.push_back(std::stod(field));
    return all;
  });
  for (unsigned row = 0; row < 5; ++row) {
    EXPECT_EQ(found[3 * row], 50 * row);
    EXPECT_EQ(found[3 * row + 1], row == 0 ? 0 : 50 * row - 2);  // two cycles of reset
    EXPECT_LE(found[3 * row + 2], found[3 * row] * GpuConfig{}.sm.schedulers);
  }
  EXPECT_GT(found[14], found[5]);
}

TEST(StatisticSampler, NamesWhatItDoesNotKnow) {
  StatGroup stats;
  stats.group("sm0").counter("warp_instructions", "", "");
  try {
    const StatisticSampler sampler(stats, {{"sm0.warp_instruction"}}, [] {});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().value, "sm0.warp_instruction");
    EXPECT_EQ(error.problem().nearest, "sm0.warp_instructions");
  }
}

}  // namespace
}  // namespace heddle::statistic_sampler_test
