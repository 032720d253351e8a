// SPDX-License-Identifier: Apache-2.0
// Toy codecs encode memory lines at the SMs' ports, in the L2, in DRAM, and at all three places.
#include <gtest/gtest.h>

#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/hooks/encoded_lines.hpp"

namespace heddle::line_edges_test {
namespace {

using Choice = EncodedLines::Choice;

const std::vector<EdgePlace> sm{EdgePlace::sm}, l2{EdgePlace::l2}, controller{EdgePlace::controller},
    all{EdgePlace::sm, EdgePlace::l2, EdgePlace::controller};
const auto by_name = [](const auto& info) { return std::string(info.param.name); };

Techniques with(const Choice& choice) { return {std::make_shared<EncodedLines>(choice)}; }

GpuConfig machine() {
  GpuConfig config;
  config.sms = 4;
  config.l2 = whole_lines(config.l2);
  config.dram.controller.check_protocol = true;
  return config;
}

class AllWorkloads : public testing::TestWithParam<Choice> {};

TEST_P(AllWorkloads, AgreeWithTandemExecution) {
  for (const std::string& name : Registry<Workload>::instance().names()) {
    SCOPED_TRACE(name);
    const CheckedWorkload found = checked_workload(name, machine(), with(GetParam()));
    EXPECT_EQ(found.mismatches, 0);
    EXPECT_GT(found.instructions, 0);
  }
}
INSTANTIATE_TEST_SUITE_P(LineEdges, AllWorkloads,
                         testing::Values(Choice{"WithEdgesAtTheSms", sm}, Choice{"WithEdgesInTheL2", l2},
                                         Choice{"WithEdgesAtTheControllers", controller},
                                         Choice{"WithAllEdges", all},
                                         Choice{"WithMetadataAtTheSms", sm, true},
                                         Choice{"WithMetadataInTheL2", l2, true},
                                         Choice{"WithMetadataAtTheControllers", controller, true},
                                         Choice{"WithAllEdgesAndMetadata", all, true}),
                         by_name);

class DecoderThatErrs : public testing::TestWithParam<Choice> {};

/// The bytes that a kernel computes with went through the decoders: a wrong decoder gives a wrong result.
TEST_P(DecoderThatErrs, SpoilsTheResult) {
  EXPECT_NE(checked_workload("vectoradd", machine(), with(GetParam())).mismatches, 0);
}
INSTANTIATE_TEST_SUITE_P(LineEdges, DecoderThatErrs,
                         testing::Values(Choice{"AtTheSms", sm, false, CodecFault::flips_a_bit},
                                         Choice{"InTheL2", l2, false, CodecFault::flips_a_bit},
                                         Choice{"AtTheControllers", controller, false,
                                                CodecFault::flips_a_bit}),
                         by_name);

/// The requests of the SMs, and the bytes that move beyond them, in one run of matmul.
struct Traffic {
  std::string text;
  double requests = 0, own = 0, cycles = 0;
};
Traffic traffic(const Techniques& techniques, bool skipping) {
  const auto found = in_child(4, [&] {
    GpuConfig config = machine();
    config.skip_idle_cycles = skipping;
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    const WorkloadResult result = Registry<Workload>::instance().find("matmul").run(gpu, {.small = true});
    gpu.gpu().settle();
    const double own = techniques.empty() ? 0
                                          : stats.number("sm_total.memory.edge.own_requests") +
                                                stats.number("dram_total.edge.own_requests");
    return std::vector{result.passed() ? stats.number("sm_total.memory.data.requests") : -1.0, own,
                       stats.number("cycles"),
                       static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12)};
  });
  return {std::to_string(found[3]), found[0], found[1], found[2]};
}

TEST(LineEdges, TheirOwnRequestsAreNotTheSms) {
  const Traffic without = traffic({}, true), with_all = traffic(with({"all", all, true}), true);
  EXPECT_EQ(with_all.requests, without.requests);
  EXPECT_GT(with_all.own, with_all.requests);
  EXPECT_GT(with_all.cycles, without.cycles);
}

/// No edge is bypassed: each has encoded lines, left lines as they are, and decoded lines.
TEST(LineEdges, AllOfThemWork) {
  constexpr std::array counters{"encoded_lines", "unencoded_lines", "decoded_lines"};
  constexpr std::array groups{"sm_total.memory", "l2_total", "dram_total"};
  const auto found = in_child(9, [&] {
    GpuConfig config = machine();
    config.l2.cache.bytes = 2048;
    StatGroup stats;
    SimulatedGpu gpu(config, with({"all", all}), nullptr, stats);
    Registry<Workload>::instance().find("vectoradd").run(gpu, {});
    gpu.gpu().settle();
    std::vector<double> numbers;
    for (const char* group : groups)
      for (const char* counter : counters)
        numbers.push_back(stats.number(fmt::format("{}.edge.{}", group, counter)));
    return numbers;
  });
  for (unsigned i = 0; i < 9; ++i) EXPECT_GT(found[i], 0) << groups[i / 3] << " " << counters[i % 3];
}

TEST(LineEdges, SkippedCyclesChangeNoStatistic) {
  const Techniques techniques = with({"all", all, true});
  const Traffic skipping = traffic(techniques, true), ticking = traffic(techniques, false);
  EXPECT_EQ(skipping.cycles, ticking.cycles);
  EXPECT_EQ(skipping.text, ticking.text);
}

TEST(LineEdges, AnL2OfSectorsIsRefused) {
  GpuConfig config = machine();
  config.l2.fetch = L2Fetch::sectors;
  StatGroup stats;
  EXPECT_THROW(SimulatedGpu(config, with({"l2", l2}), nullptr, stats), Error);
}

}  // namespace
}  // namespace heddle::line_edges_test
