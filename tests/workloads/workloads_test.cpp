// SPDX-License-Identifier: Apache-2.0
// Every workload on the functional device: results are right with each compiler's PTX and at awkward sizes,
// and the checks notice wrong results.
#include "tb/workloads/workload.hpp"

#include <gtest/gtest.h>

#include <set>

#include "models/base/random.hpp"
#include "models/host/functional_device.hpp"
#include "tb/workloads/input.hpp"
#include "tests/workloads/recording_device.hpp"

namespace heddle::workloads_test {
namespace {

const Workload& workload(const std::string& name) { return Registry<Workload>::instance().find(name); }

using Case = std::tuple<std::string, std::string>;

class EachVariant : public testing::TestWithParam<Case> {
 protected:
  const Workload& subject = workload(std::get<0>(GetParam()));
  const std::string variant = std::get<1>(GetParam());
};

TEST_P(EachVariant, PassesItsCheckAtSmallSize) {
  FunctionalDevice device;
  const WorkloadResult result = subject.run(device, {.small = true, .variant = variant});
  EXPECT_TRUE(result.passed()) << result.first;
  EXPECT_GE(result.checked, 16u);
}

TEST_P(EachVariant, ADamagedResultFailsTheCheck) {
  Random random(1);
  for (int i = 0; i < 8; ++i) {
    FunctionalDevice device;
    CorruptingDevice corrupt(device, uniform(random, 0.0f, 1.0f), 4 + random.below(3));
    const WorkloadResult result = subject.run(corrupt, {.small = true, .variant = variant});
    EXPECT_FALSE(result.passed());
    EXPECT_NE(result.first.find("]: expected "), std::string::npos) << result.first;
  }
}

/// Returns every workload with each of its PTX files.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string& name : Registry<Workload>::instance().names())
    for (const std::string& variant : workload(name).variants()) cases.emplace_back(name, variant);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, EachVariant, testing::ValuesIn(all_cases()), [](const auto& info) {
  std::string name = std::get<0>(info.param) + "_" + std::get<1>(info.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Workloads, TheSeedDecidesTheData) {
  // The values of these benchmarks are the same in each run.
  const std::set<std::string> without_chance{"gaussian", "laplace3d", "lud", "monte_carlo", "transpose"};
  for (const std::string& name : Registry<Workload>::instance().names()) {
    const auto run = [&](std::uint64_t seed) {
      FunctionalDevice device;
      RecordingDevice recorder(device);
      EXPECT_TRUE(workload(name).run(recorder, {.small = true, .seed = seed}).passed()) << name;
      return std::pair{recorder.sent, recorder.received};
    };
    const auto first = run(7);
    EXPECT_EQ(first, run(7)) << name;
    if (without_chance.contains(name)) {
      EXPECT_EQ(first, run(8)) << name;
      continue;
    }
    EXPECT_NE(first.first, run(8).first) << name;
    EXPECT_NE(first.second, run(8).second) << name;
  }
}

void passes(const std::string& name, const std::vector<std::string>& sizes) {
  FunctionalDevice device;
  const WorkloadResult result = workload(name).run(device, {.sizes = sizes});
  EXPECT_TRUE(result.passed()) << name << " " << fmt::format("{}", fmt::join(sizes, " ")) << ": "
                               << result.first;
}

TEST(Workloads, PassAtTheEdgesOfTheirSizes) {
  passes("vectoradd", {"n=1"});
  passes("vectoradd", {"n=256"});
  passes("vectoradd", {"n=257"});
  passes("matmul", {"rows=1", "inner=1", "cols=1"});
  passes("matmul", {"rows=16", "inner=32", "cols=48"});
  passes("matmul", {"rows=17", "inner=1", "cols=16"});
  passes("pathfinder", {"cols=1", "rows=2", "pyramid=1"});
  passes("pathfinder", {"cols=1", "rows=200", "pyramid=120"});
  passes("pathfinder", {"cols=33", "rows=7", "pyramid=3"});
  passes("pathfinder", {"cols=216", "rows=21"});
  passes("pathfinder", {"cols=217", "rows=22"});
  passes("hotspot", {"cols=1", "rows=1", "steps=9", "pyramid=7"});
  passes("hotspot", {"cols=3", "rows=40", "steps=7", "pyramid=7"});
  passes("hotspot", {"cols=12", "rows=12", "steps=2"});
  passes("hotspot", {"cols=13", "rows=24", "steps=3"});
  passes("bfs", {"nodes=1", "degree=1"});
  passes("bfs", {"nodes=300", "degree=1"});
  passes("bfs", {"nodes=257", "degree=32"});
}

TEST(Workloads, PassAtRandomSizes) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random(seed);
  const auto size = [&](const char* name, unsigned low, unsigned high) {
    return fmt::format("{}={}", name, low + random.below(high - low + 1));
  };
  for (int i = 0; i < 5; ++i) {
    passes("vectoradd", {size("n", 1, 5000)});
    passes("matmul", {size("rows", 1, 50), size("inner", 1, 70), size("cols", 1, 50)});
    passes("pathfinder", {size("cols", 1, 900), size("rows", 2, 40), size("pyramid", 1, 120)});
    passes("hotspot", {size("cols", 1, 60), size("rows", 1, 60), size("steps", 1, 9), size("pyramid", 1, 7)});
    passes("bfs", {size("nodes", 1, 2000), size("degree", 1, 9)});
    passes("transpose", {size("width", 1, 100), size("height", 1, 100)});
    passes("scan", {size("n", 1, 4000)});
    passes("separable_convolution", {size("width", 1, 70), size("height", 1, 40)});
    passes("laplace3d", {size("nx", 1, 40), size("ny", 1, 12), size("nz", 1, 6), size("steps", 1, 3)});
    passes("wavelet", {size("width", 1, 300), size("height", 1, 40), size("levels", 1, 6)});
    passes("sgemm", {size("rows", 1, 80), size("inner", 1, 30), size("cols", 1, 80)});
  }
}

TEST(Workloads, HostLoopsLaunchAsOftenAsTheyMust) {
  const auto launches = [](const std::string& name, std::vector<std::string> sizes) {
    FunctionalDevice device;
    RecordingDevice recorder(device);
    EXPECT_TRUE(workload(name).run(recorder, {.sizes = std::move(sizes)}).passed());
    return recorder.launches;
  };
  EXPECT_EQ(launches("vectoradd", {"n=10"}), 1u);
  EXPECT_EQ(launches("pathfinder", {"cols=50", "rows=11", "pyramid=4"}), 3u);  // 10 steps: 4, 4 and 2
  EXPECT_EQ(launches("hotspot", {"cols=20", "rows=20", "steps=5", "pyramid=2"}), 3u);
  EXPECT_EQ(launches("bfs", {"nodes=1", "degree=1"}), 2u);  // one level, which turns out to be empty
}

Problem problem_of(const std::string& name, WorkloadOptions options) {
  FunctionalDevice device;
  try {
    workload(name).run(device, options);
  } catch (const Error& e) {
    return e.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(WorkloadErrors, UnknownWorkload) {
  try {
    workload("pathfindr");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().nearest, "pathfinder");
  }
}

TEST(WorkloadErrors, UnknownSize) {
  const Problem p = problem_of("pathfinder", {.sizes = {"colls=5"}});
  EXPECT_EQ(p.nearest, "cols");
  EXPECT_EQ(p.place, "command line");
}

TEST(WorkloadErrors, SizeOutOfRange) {
  const Problem p = problem_of("hotspot", {.sizes = {"pyramid=8"}});
  EXPECT_EQ(p.value, "8");
  EXPECT_EQ(p.legal, "1 .. 7 time steps");
}

TEST(WorkloadErrors, SizeOfTheWrongType) {
  EXPECT_EQ(problem_of("bfs", {.sizes = {"nodes=many"}}).value, "many");
}

TEST(WorkloadErrors, SizesTooLargeTogether) {
  const Problem p = problem_of("pathfinder", {.sizes = {"cols=4000000", "rows=65536"}});
  EXPECT_EQ(p.value, "cols=4000000, rows=65536");
}

TEST(WorkloadErrors, UnknownVariant) {
  const Problem p = problem_of("matmul", {.variant = "clang18"});
  EXPECT_EQ(p.legal, "clang14, clang14-32, clang19, clang19-32, nvcc13");
  EXPECT_EQ(p.nearest, "clang14");
}

}  // namespace
}  // namespace heddle::workloads_test
