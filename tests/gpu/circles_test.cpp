// SPDX-License-Identifier: Apache-2.0
// Circular waits: those that two techniques could close together, and how one is named.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/cosim/rtl/verilated_library.hpp"
#include "tests/cosim/broken_rtl.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::circles_test {
namespace {

GpuConfig machine() {
  GpuConfig config;
  config.sms = 2;
  config.l2 = whole_lines(config.l2);
  config.no_progress_cycles = 100'000;
  return config;
}

const std::string both = "warped_compression,caba", merging = "warped_compression.divergence=merge";

/// Lets memory instructions hold all merge buffers again, behind a technique that has kept some from them.
class HoldsAll final : public Technique {
 public:
  std::vector<Hook> hooks() const override { return {}; }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts&) const override {
    return std::make_unique<SmTechnique>();
  }
  void adapt(SmConfig& sm) const override { sm.load_store.merge_buffers = sm.merge_buffers; }
};

/// Loads hold merge buffers until assist warps have decompressed their lines, and these merge, too.
TEST(Circles, LoadsLeaveMergeBuffersToAssistWarps) {
  for (const unsigned buffers : {4U, 8U})
    for (const char* workload : {"sobel", "bfs", "mst", "wavelet"}) {
      GpuConfig config = machine();
      config.sm.merge_buffers = buffers;
      const CheckedWorkload found = checked_workload(workload, config, techniques_of(both, {merging}));
      EXPECT_EQ(found.mismatches, 0) << workload << " with " << buffers;
      EXPECT_GT(found.instructions, 0) << workload;
    }
}

/// Which of these a run says in which they do not.
std::vector<double> circle_run(const char* workload, std::vector<std::string> settings,
                               const std::vector<std::string>& said) {
  return in_child(static_cast<unsigned>(said.size()), [&] {
    settings.push_back(merging);
    Techniques techniques = techniques_of(both, settings);
    techniques.push_back(std::make_shared<HoldsAll>());
    StatGroup stats;
    GpuConfig config = machine();
    config.sm.merge_buffers = 4;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    try {
      Registry<Workload>::instance().find(workload).run(gpu, {.small = true});
      return std::vector<double>(said.size());
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      std::vector<double> found;
      for (const std::string& part : said)
        found.push_back(std::string(e.what()).find(part) != std::string::npos);
      return found;
    }
  });
}

TEST(Circles, AreNamed) {
  EXPECT_EQ(circle_run("sobel", {},
                       {"deadlock of the machine in gpu.sm",
                        "waits for merge buffers, held by the instruction of line",
                        "waits for its texels, held by the line at 0x",
                        "waits for the assist warp that restores it, held by the assist warp of"}),
            std::vector<double>(4, 1));
}

/// Lines that wait for a place of an event, which waits for the only entry of the assist warp table. Which of
/// several circles is told depends on the workload.
TEST(Circles, ThroughPlacesOfEventsAreNamed) {
  std::vector<double> all(3);
  for (const char* workload : {"sobel", "bfs", "mst", "wavelet"}) {
    const auto found = circle_run(
        workload, {"caba.events=1", "caba.controller.entries=1"},
        {"deadlock of the machine in gpu.sm", "waits for a place among the events of lines, held by event",
         "waits for an entry for an assist warp, held by the assist warp of"});
    std::transform(found.begin(), found.end(), all.begin(), all.begin(), std::plus<>());
  }
  EXPECT_GE(all[1], 1);
  EXPECT_GE(all[2], 1);
}

/// Which of these a run says in which the RTL of cta_throttle counts other registers as free than there are.
std::vector<double> throttled_run(const char* workload, const char* free,
                                  const std::vector<std::string>& said) {
  const BrokenRtl rtl("register_virtualization/cta_throttle.sv", ".free_i(free)",
                      fmt::format(".free_i({})", free));
  return in_child(static_cast<unsigned>(said.size()), [&] {
    VerilatedLibrary library({rtl.selection("cta_throttle")});
    StatGroup stats;
    GpuConfig config = machine();
    config.sms = 1;
    try {
      SimulatedGpu gpu(
          config,
          techniques_of("register_virtualization", {"register_virtualization.registers=320",
                                                    "register_virtualization.guaranteed_ctas=1"}),
          &library, stats);
      Registry<Workload>::instance().find(workload).run(gpu, {.small = true});
      return std::vector<double>(said.size());
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      std::vector<double> found;
      for (const std::string& part : said)
        found.push_back(std::string(e.what()).find(part) != std::string::npos);
      return found;
    }
  });
}

/// Without reserved registers, warps wait for those of each other.
TEST(Circles, OfRenamedRegistersAreNamed) {
  const std::vector<std::string> said{"deadlock of the machine in gpu.sm0",
                                      "waits for a physical register, held by warp"};
  for (const char* workload : {"pathfinder", "sobel"})
    EXPECT_EQ(throttled_run(workload, "'1", said), std::vector<double>(2, 1)) << workload;
}

/// With too few reserved ones, a CTA waits for those of another that may not issue meanwhile.
TEST(Circles, OfThrottledCtasAreNamed) {
  const std::vector<std::string> said{"deadlock of the machine in gpu.sm0",
                                      "waits for a physical register, held by warp",
                                      "waits for its CTA's turn to claim physical registers, held by warp"};
  EXPECT_EQ(throttled_run("pathfinder", "free + {Clusters{Bits'(12)}}", said), std::vector<double>(3, 1));
}

/// The only entry of the assist warp table is taken from a compression that is throttled.
TEST(Circles, OneEntryIsEnough) {
  GpuConfig config = machine();
  const CheckedWorkload found =
      checked_workload("scan", config,
                       techniques_of("caba", {"caba.controller.entries=1", "caba.controller.least_idle=16",
                                              "caba.controller.throttle_window=16"}));
  EXPECT_EQ(found.mismatches, 0);
}

/// Lines, parts of lines and loads share the only place of an event in turn, beside user subroutines.
TEST(Circles, OneEventIsEnough) {
  const std::string one = "caba.events=1";
  for (const auto& [workload, settings] : std::vector<std::pair<const char*, std::vector<std::string>>>{
           {"scan", {one}},
           {"scan", {one, "caba.controller.entries=1", "caba.pending_stores=1", "caba.part_copies=1"}},
           {"bfs", {one, "caba.direct_load=true"}},
           {"mst", {one, "caba.direct_load=true", "caba.controller.entries=1"}},
           {"sobel", {one, "caba.registers=entry"}},
           {"bfs", {one, "caba.l2=uncompressed", "caba.what=fpc"}}}) {
    const CheckedWorkload found = checked_workload(workload, machine(), techniques_of("caba", settings));
    EXPECT_EQ(found.mismatches, 0) << workload;
    EXPECT_GT(found.instructions, 0) << workload;
  }
}

TEST(Circles, AThrottleThatNeverEndsIsRefused) {
  EXPECT_THROW(
      techniques_of("caba", {"caba.controller.least_idle=100", "caba.controller.throttle_window=16"}), Error);
}

}  // namespace
}  // namespace heddle::circles_test
