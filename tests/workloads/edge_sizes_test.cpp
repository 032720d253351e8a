// SPDX-License-Identifier: Apache-2.0
// Workloads at the limits of their sizes: one element, exactly full CTAs and tiles, one element more; and at
// random sizes.
#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "models/host/functional_device.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::edge_sizes_test {
namespace {

struct EdgeCase {
  std::string workload;
  std::vector<std::string> sizes;
};

class EdgeSizes : public testing::TestWithParam<EdgeCase> {};

void passes(const std::string& name, const std::vector<std::string>& sizes, std::uint64_t seed = 1) {
  FunctionalDevice device;
  const WorkloadResult result =
      Registry<Workload>::instance().find(name).run(device, {.sizes = sizes, .seed = seed});
  EXPECT_TRUE(result.passed()) << name << " " << fmt::format("{}", fmt::join(sizes, " ")) << ": "
                               << result.first;
}

TEST_P(EdgeSizes, PassTheirCheck) { passes(GetParam().workload, GetParam().sizes); }

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
    {"transpose", {"width=1", "height=1"}},
    {"transpose", {"width=32", "height=64"}},
    {"transpose", {"width=33", "height=31"}},
    {"scalar_product", {"vectors=1", "elements=1", "ctas=3"}},
    {"scalar_product", {"vectors=5", "elements=256", "ctas=2"}},
    {"reduction", {"n=1", "ctas=1"}},
    {"reduction", {"n=16384", "ctas=64"}},
    {"reduction", {"n=1000", "ctas=300"}},
    {"scan", {"n=1"}},
    {"scan", {"n=512"}},
    {"scan", {"n=513"}},
    {"scan", {"n=262145"}},
    {"separable_convolution", {"width=1", "height=1"}},
    {"separable_convolution", {"width=32", "height=8"}},
    {"separable_convolution", {"width=33", "height=9"}},
    {"fast_walsh_transform", {"log2n=4"}},
    {"fast_walsh_transform", {"log2n=10"}},
    {"fast_walsh_transform", {"log2n=13"}},
    {"black_scholes", {"options=1", "ctas=1"}},
    {"black_scholes", {"options=129", "ctas=1"}},
    {"dct8x8", {"columns=1", "rows=1"}},
    {"fft", {"signals=1"}},
    {"laplace3d", {"nx=1", "ny=1", "nz=1"}},
    {"laplace3d", {"nx=3", "ny=3", "nz=3", "steps=3"}},
    {"laplace3d", {"nx=32", "ny=4", "nz=2"}},
    {"laplace3d", {"nx=34", "ny=5", "nz=4"}},
    {"monte_carlo", {"paths=1", "steps=1", "rates=3"}},
    {"monte_carlo", {"paths=65", "steps=40", "rates=80"}},
    {"wavelet", {"width=1", "height=1", "levels=1"}},
    {"wavelet", {"width=2", "height=3", "levels=3"}},
    {"wavelet", {"width=256", "height=1"}},
    {"wavelet", {"width=257", "height=5", "levels=8"}},
    {"aes", {"width=16", "height=1"}},
    {"aes", {"width=4096", "height=1"}},
    {"aes", {"width=4112", "height=1"}},
    {"ray_trace", {"width=1", "height=1", "spheres=1", "bounces=0"}},
    {"sgemm", {"rows=1", "inner=1", "cols=1"}},
    {"sgemm", {"rows=64", "inner=16", "cols=128"}},
    {"sgemm", {"rows=65", "inner=17", "cols=63"}},
    {"sobel", {"width=1", "height=1"}},
    {"sobel", {"width=16", "height=17"}},
    {"histogram", {"width=4", "height=1", "ctas=1", "bits=4"}},
    {"histogram", {"width=64", "height=64", "ctas=2"}},
    {"jpeg", {"columns=1", "rows=1"}},
    {"ray_trace", {"width=17", "height=9", "spheres=32", "bounces=16"}},
    {"barnes_hut", {"bodies=1"}},
    {"barnes_hut", {"bodies=257"}},
    {"sssp", {"nodes=2", "links=1"}},
    {"sssp", {"nodes=300", "links=32"}},
    {"mst", {"nodes=2", "links=1"}},
    {"mst", {"nodes=257", "links=32"}},
    {"page_view_count", {"lines=1", "pages=1"}},
    {"page_view_count", {"lines=600", "pages=1"}},
    {"page_view_count", {"lines=257", "pages=4000"}},
    {"bfs_worklist", {"width=1", "height=1"}},
    {"bfs_worklist", {"width=1", "height=300"}},
    {"bfs_worklist", {"width=40", "height=30"}},
    // Values and graphs that are not the default ones.
    {"transpose", {"width=33", "height=31", "values=picture"}},
    {"laplace3d", {"nx=34", "ny=5", "nz=4", "values=temperatures"}},
    {"separable_convolution", {"width=33", "height=9", "values=picture"}},
    {"monte_carlo", {"paths=65", "steps=16", "rates=32", "values=paths"}},
    {"fast_walsh_transform", {"log2n=13", "functions=5"}},
    {"fast_walsh_transform", {"log2n=13", "values=uniform"}},
    {"scan", {"n=513", "values=random"}},
    {"scan", {"n=262145", "values=compaction"}},
    {"kmeans", {"points=300", "features=8", "values=groups"}},
    {"hotspot", {"cols=40", "rows=27", "steps=3", "values=random"}},
    {"hotspot", {"cols=40", "rows=27", "steps=3", "units=8"}},
    {"backprop", {"ctas=9", "values=image"}},
    {"bfs", {"nodes=900", "degree=5", "edges=one_way", "cta=512"}},
    {"spmv", {"rows=500"}},
    {"srad", {"cols=16", "rows=33", "values=ultrasound"}},
    {"needleman_wunsch", {"a=65", "b=17", "values=proteins"}},
    {"lud", {"tiles=3", "values=covariance"}},
    {"gaussian", {"n=33", "values=mesh"}},
    {"knn", {"records=500", "values=tracks"}},
    {"page_view_count", {"lines=600", "pages=90", "values=server"}},
    {"page_view_rank", {"pages=700", "values=zipf"}},
    {"similarity_score", {"documents=33", "terms=40", "values=words"}},
    {"matmul", {"rows=17", "inner=9", "cols=16", "values=both_signs"}},
    {"matmul", {"rows=17", "inner=9", "cols=16", "values=whole"}},
    {"stream_cluster", {"points=500", "dims=5", "values=sources"}},
    {"suffix_match", {"genome=500", "reads=70", "values=misread"}},
    {"fft", {"signals=2", "values=tones"}},
    {"barnes_hut", {"bodies=300", "values=clusters"}},
    {"sssp", {"nodes=300", "links=3", "graph=rmat"}},
    {"sssp", {"nodes=300", "links=3", "graph=grown"}},
    {"mst", {"nodes=257", "links=3", "graph=rmat"}},
    {"mst", {"nodes=257", "links=3", "graph=grown"}},
    {"bfs_worklist", {"width=17", "height=20", "graph=rmat"}},
};

INSTANTIATE_TEST_SUITE_P(Of, EdgeSizes, testing::ValuesIn(cases), [](const auto& info) {
  return fmt::format("{}_{}", info.param.workload, info.index);
});

TEST(RandomSizes, PassTheirCheck) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random(seed);
  const auto size = [&](const char* name, unsigned low, unsigned high) {
    return fmt::format("{}={}", name, low + random.below(high - low + 1));
  };
  const auto run = [&](const char* name, const std::vector<std::string>& sizes) {
    passes(name, sizes, random());
  };
  for (int i = 0; i < 4; ++i) {
    run("gaussian", {size("n", 2, 60)});
    run("needleman_wunsch", {size("a", 1, 90), size("b", 1, 90)});
    run("spmv", {size("rows", 1, 700), size("shortest", 1, 9)});
    run("knn", {size("records", 1, 3000), size("k", 1, 50)});
    run("nearest_neighbor", {size("points", 1, 400), size("queries", 1, 700)});
    run("kmeans", {size("points", 1, 900), size("features", 1, 9), size("clusters", 1, 9)});
    run("backprop", {size("ctas", 1, 20)});
    run("srad", {size("cols", 2, 60), size("rows", 2, 60), size("iterations", 1, 5)});
    run("stream_cluster", {size("points", 1, 700), size("dims", 1, 40), size("candidates", 1, 9)});
    run("page_view_rank", {size("pages", 1, 3000)});
    run("page_view_count", {size("lines", 1, 900), size("pages", 1, 900)});
    run("similarity_score", {size("documents", 2, 50), size("terms", 1, 50)});
    run("heartwall", {size("width", 16, 90), size("height", 16, 90), size("points", 1, 9)});
    run("survey_propagation", {size("variables", 3, 400), size("percent", 50, 1000)});
    run("suffix_match", {size("genome", 1, 900), size("reads", 1, 300), size("letters", 1, 40)});
    run("barnes_hut", {size("bodies", 1, 500)});
    run("sssp", {size("nodes", 2, 900), size("links", 1, 9)});
    run("mst", {size("nodes", 2, 900), size("links", 1, 9)});
    run("bfs_worklist", {size("width", 1, 50), size("height", 1, 50)});
  }
}

}  // namespace
}  // namespace heddle::edge_sizes_test
