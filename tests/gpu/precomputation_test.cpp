// SPDX-License-Identifier: Apache-2.0
// Speculative precomputation (Vijaykumar2015, section 8): an assist warp of low priority runs ahead of a
// divergent kernel and loads what it will read; registers of the parent are handed over to it through shared
// memory.
#include <gtest/gtest.h>

#include "models/base/data_root.hpp"
#include "models/base/text_file.hpp"
#include "tb/tandem/tandem_check.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::precomputation_test {
namespace {

struct Outcome {
  double mismatches, cycles, ahead, handed_over, program_misses;
};

/// bfs_worklist on a small graph, under tandem execution. `layer`: a file of configs/assist.
Outcome run(const std::string& layer) {
  const auto found = in_child(5, [&] {
    ConfigTree tree;
    if (layer.empty())
      tree.set("caba.what=none");
    else
      tree.add_text(read_text_file(data_file("configs/assist/" + layer), "layer"), layer);
    const Techniques techniques{Registry<TechniqueEntry>::instance().find("caba").make(tree)};
    GpuConfig config;
    config.sms = 2;
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    TandemCheck check(gpu, config, values_of(techniques));
    const WorkloadResult result =
        Registry<Workload>::instance().find("bfs_worklist").run(check, {.small = true});
    check.counts().require_followed();
    const auto ended = [&](const char* name) {
      return layer.empty() ? 0 : stats.number(fmt::format("sm_total.caba.{}.ended", name));
    };
    return std::vector<double>{static_cast<double>(result.mismatches), stats.number("cycles"), ended("next"),
                               ended("base"), stats.number("sm_total.l1d.read_misses")};
  });
  return {found[0], found[1], found[2], found[3], found[4]};
}

TEST(Precomputation, HidesLatencyOfADivergentKernel) {
  const Outcome alone = run(""), ahead = run("precompute.yaml");
  EXPECT_EQ(alone.mismatches, 0);
  EXPECT_EQ(ahead.mismatches, 0);
  EXPECT_GT(ahead.ahead, 0);
  EXPECT_GT(ahead.handed_over, 0);
  EXPECT_LT(ahead.cycles, alone.cycles);
}

}  // namespace
}  // namespace heddle::precomputation_test
