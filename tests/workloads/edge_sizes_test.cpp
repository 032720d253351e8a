// Workloads at the edges of their sizes: one element, exactly full CTAs and tiles, one more than full.
#include <gtest/gtest.h>

#include "models/host/functional_device.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {
namespace {

struct EdgeCase {
  std::string workload;
  std::vector<std::string> sizes;
};

class EdgeSizes : public testing::TestWithParam<EdgeCase> {};

TEST_P(EdgeSizes, PassTheirCheck) {
  const auto& [name, sizes] = GetParam();
  FunctionalDevice device;
  const WorkloadResult result = Registry<Workload>::instance().find(name).run(device, {.sizes = sizes});
  EXPECT_TRUE(result.passed()) << name << " " << fmt::format("{}", fmt::join(sizes, " ")) << ": "
                               << result.first;
}

const EdgeCase cases[] = {
    {"gaussian", {"n=2"}},
    {"gaussian", {"n=33"}},
    {"lud", {"tiles=1"}},
    {"lud", {"tiles=2"}},
    {"needleman_wunsch", {"a=1", "b=1"}},
    {"needleman_wunsch", {"a=16", "b=32"}},
    {"needleman_wunsch", {"a=65", "b=17"}},
    {"spmv", {"rows=1", "shortest=1"}},
    {"spmv", {"rows=128", "shortest=64"}},
    {"knn", {"records=1", "k=20"}},
    {"knn", {"records=257", "k=257"}},
    {"nearest_neighbor", {"points=1", "queries=1"}},
    {"nearest_neighbor", {"points=169", "queries=169"}},
    {"nearest_neighbor", {"points=170", "queries=170"}},
    {"neural_network", {"images=1"}},
    {"kmeans", {"points=1", "features=1", "clusters=1", "iterations=9"}},
    {"kmeans", {"points=300", "features=2", "clusters=9", "iterations=40"}},
    {"backprop", {"ctas=1"}},
    {"srad", {"cols=2", "rows=2", "iterations=3"}},
    {"srad", {"cols=16", "rows=33"}},
    {"stream_cluster", {"points=1", "dims=1", "candidates=1"}},
    {"stream_cluster", {"points=257", "dims=300", "candidates=3"}},
    {"page_view_rank", {"pages=1"}},
    {"page_view_rank", {"pages=512"}},
    {"page_view_rank", {"pages=2049"}},
    {"similarity_score", {"documents=2", "terms=1"}},
    {"similarity_score", {"documents=33", "terms=5"}},
    {"heartwall", {"width=16", "height=16", "points=1", "frames=6"}},
    {"survey_propagation", {"variables=3", "percent=50", "rounds=9"}},
    {"survey_propagation", {"variables=257", "percent=1000"}},
    {"suffix_match", {"genome=1", "reads=1", "letters=16"}},
    {"suffix_match", {"genome=300", "reads=257", "letters=100"}},
};

INSTANTIATE_TEST_SUITE_P(Of, EdgeSizes, testing::ValuesIn(cases), [](const auto& info) {
  return fmt::format("{}_{}", info.param.workload, info.index);
});

}  // namespace
}  // namespace heddle
