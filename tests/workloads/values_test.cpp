// SPDX-License-Identifier: Apache-2.0
// The default values of workloads are distributed as the benchmarks' own.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "tests/workloads/inputs.hpp"

namespace heddle::values_test {
namespace {

using Floats = std::vector<float>;
using Ints = std::vector<int>;

std::size_t distinct(const Floats& all) { return std::set<float>(all.begin(), all.end()).size(); }
float least(const Floats& all) { return *std::min_element(all.begin(), all.end()); }
float most(const Floats& all) { return *std::max_element(all.begin(), all.end()); }
bool whole(float f) { return f == std::floor(f); }

/// Share of the elements that lie within `distance` of the one before.
double share_near(const Floats& all, float distance) {
  std::size_t near = 0;
  for (std::size_t i = 1; i < all.size(); ++i) near += std::fabs(all[i] - all[i - 1]) <= distance;
  return static_cast<double>(near) / static_cast<double>(all.size() - 1);
}

void expect_uniform(const Floats& all, float low, float high) {
  EXPECT_GE(least(all), low);
  EXPECT_LT(most(all), high);
  const double mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  EXPECT_NEAR(mean, (low + high) / 2, (high - low) * 0.02);
  EXPECT_NEAR(share_of(all, [&](float f) { return f < low + (high - low) / 4; }), 0.25, 0.03);
  EXPECT_GT(distinct(all), all.size() / 2);
}

TEST(Values, TransposeHasARamp) {
  const Floats in = Inputs("transpose", {"width=100", "height=50"}).of<float>(5000);
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(in[i], static_cast<float>(i));
}

TEST(Values, Laplace3dHasOnesAtTheBorder) {
  const Floats in = Inputs("laplace3d", {"nx=20", "ny=10", "nz=30"}).of<float>(6000);
  EXPECT_EQ(std::count(in.begin(), in.end(), 0.0f), 18 * 8 * 28);
  EXPECT_EQ(std::count(in.begin(), in.end(), 1.0f), 6000 - 18 * 8 * 28);
  EXPECT_EQ(in[(20 * 10) + 20 + 1], 0.0f);  // (1, 1, 1)
}

TEST(Values, SeparableConvolutionHasSixteenDifferent) {
  Inputs inputs("separable_convolution", {"width=100", "height=100"});
  const Floats in = inputs.of<float>(10'000), weights = inputs.of<float>(17);
  EXPECT_EQ(distinct(in), 16u);
  for (const Floats& all : {in, weights})
    EXPECT_TRUE(std::all_of(all.begin(), all.end(), [](float f) { return whole(f) && f >= 0 && f < 16; }));
}

TEST(Values, MonteCarloHasConstants) {
  Inputs inputs("monte_carlo", {"paths=128", "steps=40", "rates=80"});
  EXPECT_EQ(inputs.of<float>(80), Floats(80, 0.2f));
  EXPECT_EQ(inputs.of<int>(5), (Ints{4, 8, 20, 28, 40}));
  EXPECT_EQ(inputs.of<float>(5), (Floats{0.045f, 0.05f, 0.055f, 0.045f, 0.05f}));
  EXPECT_EQ(inputs.of<float>(128 * 40), Floats(128 * 40, 0.3f));
}

TEST(Values, FastWalshTransformHasAWalshFunction) {
  const Floats in = Inputs("fast_walsh_transform", {"log2n=12"}).of<float>(4096);
  EXPECT_EQ(std::count(in.begin(), in.end(), 1.0f), 2048);
  EXPECT_EQ(std::count(in.begin(), in.end(), -1.0f), 2048);
  expect_uniform(Inputs("fast_walsh_transform", {"log2n=12", "values=uniform"}).of<float>(4096), 0, 1);
}

TEST(Values, ScanHasFlags) {
  const Ints in = Inputs("scan", {"n=10000"}).of<int>(10'000);
  EXPECT_NEAR(share_of(in, [](int i) { return i == 1; }), 0.3, 0.02);
  EXPECT_TRUE(std::all_of(in.begin(), in.end(), [](int i) { return i == 0 || i == 1; }));
  const Ints random = Inputs("scan", {"n=10000", "values=random"}).of<int>(10'000);
  EXPECT_NEAR(share_of(random, [](int i) { return i >= 0x40000000; }), 0.5, 0.02);
}

TEST(Values, KmeansHasConnections) {
  const Floats in = Inputs("kmeans", {"points=20000"}).of<float>(20'000 * 34);
  const double zeros = share_of(in, [](float f) { return f == 0; });
  EXPECT_NEAR(zeros, 0.718, 0.005);
  EXPECT_NEAR(share_of(in, [](float f) { return f == 1; }), 0.073, 0.003);
  EXPECT_NEAR(share_of(in, [](float f) { return !whole(f); }), 0.047, 0.003);
  EXPECT_GE(least(in), 0.0f);
  EXPECT_LE(most(in), 507'534.0f);
  EXPECT_GT(most(in), 400'000.0f);
}

TEST(Values, HotspotHasAFloorplan) {
  Inputs inputs("hotspot", {"cols=512", "rows=512"});
  const Floats power = inputs.of<float>(512 * 512), heat = inputs.of<float>(512 * 512);
  EXPECT_EQ(distinct(power), 68u);
  EXPECT_NEAR(share_near(power, 0), 0.994, 0.001);
  EXPECT_FLOAT_EQ(least(power), 0.000017f);
  EXPECT_FLOAT_EQ(most(power), 0.002823f);
  EXPECT_FLOAT_EQ(least(heat), 322.98f);
  EXPECT_FLOAT_EQ(most(heat), 343.96f);
  EXPECT_NEAR(std::accumulate(heat.begin(), heat.end(), 0.0) / (512 * 512), 325.29, 0.7);
  EXPECT_NEAR(share_near(heat, 0.01f), 0.70, 0.1);
  EXPECT_NEAR(share_near(heat, 0.1f), 0.95, 0.03);
}

TEST(Values, PathfinderHasTenDifferent) {
  const Ints in = Inputs("pathfinder", {"cols=1000", "rows=10"}).of<int>(10'000);
  for (int digit = 0; digit < 10; ++digit)
    EXPECT_NEAR(share_of(in, [&](int i) { return i == digit; }), 0.1, 0.02);
}

TEST(Values, BackpropIsUniformAndUntrained) {
  Inputs inputs("backprop", {"ctas=64"});
  expect_uniform(inputs.of<float>(1024), 0, 1);
  expect_uniform(inputs.of<float>(1024 * 16), 0, 1);
  EXPECT_EQ(inputs.of<float>(1024 * 16), Floats(1024 * 16, 0.0f));
}

TEST(Values, BfsHasEdgesAtBothEnds) {
  Inputs inputs("bfs", {"nodes=5000"});
  const Ints first = inputs.of<int>(5001), target = inputs.of<int>(static_cast<std::size_t>(first.back()));
  EXPECT_NEAR(static_cast<double>(target.size()) / 5000, 6, 0.1);
  std::multiset<std::pair<int, int>> edges;
  for (int v = 0; v < 5000; ++v)
    for (int e = first[v]; e < first[v + 1]; ++e) edges.emplace(v, target[static_cast<std::size_t>(e)]);
  for (const auto& [a, b] : edges) ASSERT_EQ(edges.count({a, b}), edges.count({b, a}));
  for (int v = 0; v < 5000; ++v) ASSERT_GE(first[v + 1] - first[v], 2);
}

TEST(Values, SpmvHasOnePercent) {
  Inputs inputs("spmv", {"rows=2000"});
  const auto entries = static_cast<std::size_t>(inputs.of<int>(2001).back());
  EXPECT_NEAR(static_cast<double>(entries), 2000 * 2000 * 0.01, 1000);
  const Ints column = inputs.of<int>(entries);
  EXPECT_NEAR(share_of(column, [](int c) { return c < 500; }), 0.25, 0.02);
  expect_uniform(inputs.of<float>(entries), 0, 10);
  expect_uniform(inputs.of<float>(2000), 0, 10);
}

TEST(Values, SradHasExponentials) {
  Floats in = Inputs("srad", {"cols=100", "rows=100"}).of<float>(10'000);
  for (float& f : in) f = std::log(f);
  expect_uniform(in, -1e-6f, 1.00001f);
}

TEST(Values, NeedlemanWunschHasTenLettersAndBlosum62) {
  Inputs inputs("needleman_wunsch", {"a=3000", "b=2000"});
  const auto a = inputs.of<std::uint8_t>(3000), b = inputs.of<std::uint8_t>(2000);
  for (const auto& sequence : {a, b})
    for (std::uint8_t letter = 1; letter <= 10; ++letter)
      EXPECT_NEAR(share_of(sequence, [&](std::uint8_t l) { return l == letter; }), 0.1, 0.03);
  const Ints table = inputs.of<int>(400);
  EXPECT_EQ(*std::max_element(table.begin(), table.end()), 9);  // cysteine
  EXPECT_EQ(*std::min_element(table.begin(), table.end()), -4);
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t j = 0; j < 20; ++j) EXPECT_EQ(table[i * 20 + j], table[j * 20 + i]);
}

TEST(Values, MatricesOfRodiniaAreToeplitz) {
  for (const auto& [name, size, n, decay] :
       {std::tuple{"lud", "tiles=4", 64, 0.001f}, {"gaussian", "n=50", 50, 0.01f}}) {
    const auto side = static_cast<std::size_t>(n);
    Inputs inputs(name, {size});
    const Floats a = inputs.of<float>(side * side);
    for (std::size_t i = 0; i < side; ++i)
      for (std::size_t j = 0; j < side; ++j)
        ASSERT_FLOAT_EQ(a[i * side + j],
                        10.0f * std::exp(-decay * std::fabs(static_cast<float>(i) - static_cast<float>(j))));
  }
  EXPECT_EQ(Inputs("gaussian", {"n=50"}).of<float>(50), Floats(50, 1.0f));
}

TEST(Values, KnnHasPlacesInTenths) {
  const Floats places = Inputs("knn", {"records=5000"}).of<float>(10'000);
  Floats latitude, longitude;
  for (std::size_t i = 0; i < places.size(); i += 2) {
    latitude.push_back(places[i]);
    longitude.push_back(places[i + 1]);
    EXPECT_NEAR(places[i] * 10, std::round(places[i] * 10), 1e-3);
  }
  EXPECT_GE(least(latitude), 7.0f);
  EXPECT_LT(most(latitude), 70.0f);
  EXPECT_LT(most(longitude), 360.0f);
  EXPECT_NEAR(share_near(longitude, 1), 0.0, 0.02);
}

TEST(Values, PageViewCountHasMarsLines) {
  Inputs inputs("page_view_count", {"lines=2000", "pages=1024"});
  const auto& text = *std::max_element(inputs.buffers().begin(), inputs.buffers().end(),
                                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  const std::string all(reinterpret_cast<const char*>(text.data()), text.size());
  EXPECT_NEAR(static_cast<double>(all.size()) / 2000, 52, 3);
  unsigned page = 0, a = 0, b = 0, c = 0, d = 0, number = 0, lines = 0;
  for (std::size_t at = 0; at < all.size(); at = all.find('\n', at) + 1, ++lines) {
    ASSERT_EQ(std::sscanf(all.c_str() + at, " http://www.abcdefg.com/%u.html %u.%u.%u.%u\t%u\n", &page, &a,
                          &b, &c, &d, &number),
              6);
    ASSERT_TRUE(page < 1024 && a < 256 && b < 256 && c < 256 && d < 256 && number < 1000);
  }
  EXPECT_EQ(lines, 2000u);
}

TEST(Values, PageViewRankHasRandomCountsAndRisingOffsets) {
  Inputs inputs("page_view_rank", {"pages=4096"});
  const Ints views = inputs.of<int>(4096), page = inputs.of<int>(4096);
  EXPECT_NEAR(share_of(views, [](int i) { return i >= 0x40000000; }), 0.5, 0.03);
  EXPECT_TRUE(std::is_sorted(page.begin(), page.end(), std::less_equal<>()));
  EXPECT_NEAR(page.back() / 4095.0, 42, 2);
}

TEST(Values, SimilarityScoreHasAHundredDifferent) {
  const Floats in = Inputs("similarity_score", {"documents=50", "terms=200"}).of<float>(10'000);
  EXPECT_EQ(distinct(in), 100u);
  EXPECT_EQ(most(in), 99.0f);
}

TEST(Values, AreUniformWhereTheBenchmarksAre) {
  expect_uniform(Inputs("matmul", {"rows=50", "inner=40", "cols=30"}).of<float>(2000), 0, 1);
  expect_uniform(Inputs("fft", {"signals=4"}).of<float>(4096), -1, 1);
  Inputs stream("stream_cluster", {"points=500", "dims=8"});
  expect_uniform(stream.of<float>(4000), 0, 1);
  EXPECT_EQ(stream.of<float>(500), Floats(500, 1.0f));
}

TEST(Values, SuffixMatchHasPiecesOfTheGenome) {
  Inputs inputs("suffix_match", {"genome=3000", "reads=200"});
  const auto genome = inputs.of<char>(3000), reads = inputs.of<char>(200 * 25);
  for (std::size_t r = 0; r < reads.size(); r += 25) {
    const auto found =
        std::search(genome.begin(), genome.end(), reads.begin() + static_cast<std::ptrdiff_t>(r),
                    reads.begin() + static_cast<std::ptrdiff_t>(r + 25));
    ASSERT_NE(found, genome.end()) << r / 25;
  }
}

TEST(Values, RoadsLeadToNeighboursAndRmatHasHubs) {
  for (const char* name : {"sssp", "mst"}) {
    Inputs road(name, {"nodes=10000"});
    const Ints first = road.of<int>(10'001);
    const auto arcs = static_cast<std::size_t>(first.back());
    EXPECT_NEAR(static_cast<double>(arcs) / 10'000, 2.5, 0.1);
    const Ints target = road.of<int>(arcs), weight = road.of<int>(arcs);
    for (int v = 0; v < 10'000; ++v)
      for (int e = first[v]; e < first[v + 1]; ++e) {
        const int away = std::abs(target[static_cast<std::size_t>(e)] - v);
        ASSERT_TRUE(away == 1 || away == 100) << away;
      }
    EXPECT_GE(*std::min_element(weight.begin(), weight.end()), 1);
    Inputs rmat(name, {"nodes=10000", "graph=rmat"});
    const Ints hubs = rmat.of<int>(10'001);
    EXPECT_EQ(hubs.back(), 2 * 8 * 10'000);
    EXPECT_GT(hubs[1000], hubs.back() / 5);  // a tenth of the nodes has more than a fifth of the edges
  }
}

TEST(Values, BarnesHutHasAPlummerModel) {
  const Floats body = Inputs("barnes_hut", {"bodies=8000"}).of<float>(32'000);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < body.size(); i += 4) {
    EXPECT_FLOAT_EQ(body[i + 3], 1.0f / 8000);
    inside += std::hypot(body[i], body[i + 1], body[i + 2]) < 0.589048622f;
  }
  EXPECT_NEAR(static_cast<double>(inside) / 8000, std::pow(2.0, -1.5), 0.02);  // within the scale radius
}

}  // namespace
}  // namespace heddle::values_test
