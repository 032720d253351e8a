// SPDX-License-Identifier: Apache-2.0
// Experiments whose series are points in a plane.
#include <limits>
#include <nlohmann/json.hpp>

#include "tb/experiment/pareto_front.hpp"
#include "tests/experiment/written_experiment.hpp"

namespace heddle::pareto_test {
namespace {

const std::string good =
    "title: T\nsource: a test\nperturb: 1\nworkloads: w.yaml\n"
    "configurations:\n  - {name: plain}\n  - {name: compressed, with: warped_compression}\n"
    "x: pareto\nx_label: time\ny: energy\n"
    "series:\n"
    "  - {name: plain, value: '2', at: plain.cycles / plain.cycles}\n"
    "  - {name: compressed, value: '1', at: compressed.cycles / plain.cycles}\n";

TEST(Pareto, ASeriesIsAPointOfEachWorkload) {
  const TemporaryFolder folder;
  const bool chart = charts_can_be_drawn();
  const Ran ran = run_experiment(folder, good, chart);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::filesystem::path out = folder.path() / "results/experiments/e";
  const auto table = nlohmann::json::parse(content_of(out / "table.json"));
  EXPECT_EQ(table["x"], "pareto");
  EXPECT_EQ(table["series"][0]["at"], nlohmann::json::parse("[1.0]"));
  EXPECT_EQ(table["series"][0]["values"], nlohmann::json::parse("[2.0]"));
  EXPECT_GT(table["series"][1]["at"][0], 1.0) << "compression takes time";
  EXPECT_EQ(table["fronts"][0]["values"], nlohmann::json::parse("[2.0, 1.0]"));
  EXPECT_EQ(content_of(out / "table.csv").substr(0, 62),
            "workload,plain,\"plain, time\",compressed,\"compressed, time\"\nVec");
  if (chart) {
    EXPECT_NE(content_of(out / "chart.svg").find("</svg>"), std::string::npos);
  }
}

TEST(Pareto, TheFrontHasThePointsThanWhichNoneIsLower) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const PlanePoints front =
      pareto_front({.x = {2, 0, 1, 3, 2, 4, none, 0}, .y = {5, 9, 7, 5, 6, 1, 0, none}});
  EXPECT_EQ(front.x, (std::vector<double>{0, 1, 2, 4}));
  EXPECT_EQ(front.y, (std::vector<double>{9, 7, 5, 1}));
}

TEST(Pareto, WithoutBothValuesItIsRefused) {
  expect_refused({{replaced(good, ", at: plain.cycles / plain.cycles", ""), "e.yaml:12:", "needs `at`"},
                  {replaced(good, "at: compressed.cycles", "at: compressed.cicles"),
                   "e.yaml:13:", "did you mean 'cycles'"},
                  {replaced(good, "x: pareto\n", ""), "e.yaml:11:", "`at` needs x: pareto"}});
}

}  // namespace
}  // namespace heddle::pareto_test
