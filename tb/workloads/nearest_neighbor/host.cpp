// SPDX-License-Identifier: Apache-2.0
// The nearest of a set of clustered points for each query. The reference sorts the points by x and examines
// only those near the query.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::nearest_neighbor {
namespace {

constexpr std::uint32_t side = 13, cta = side * side;

struct NearestNeighborSizes {
  std::uint32_t points = 200, queries = 168 * cta;
  static constexpr auto parameters() {
    return std::tuple{parameter(&NearestNeighborSizes::points, "points", "points", 1, 65'536,
                                "two passes through shared memory", "Points to choose from"),
                      parameter(&NearestNeighborSizes::queries, "queries", "queries", 1, 1'000'000,
                                "168 CTAs of 169 threads (Jeon2015 Table 1)", "Queries, one a thread")};
  }
};

struct Points {
  std::vector<float> x{}, y{};
};

/// Returns homes around 12 towns in a square of 100 km, each within a few km of a town, in metres.
Points homes(Random& random, const Points& towns, std::size_t count) {
  Points all;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t town = random.below(static_cast<std::uint32_t>(towns.x.size()));
    const float spread = uniform(random, 0.0f, 1.0f) * uniform(random, 0.0f, 8000.0f);
    all.x.push_back(std::round(towns.x[town] + uniform(random, -spread, spread)));
    all.y.push_back(std::round(towns.y[town] + uniform(random, -spread, spread)));
  }
  return all;
}

struct Answers {
  std::vector<int> index{};
  std::vector<float> distance{};
};

/// Points whose x alone is farther away than the best one so far are skipped. Of equal ones the lower index
/// wins.
Answers answered(const Points& points, const Points& queries) {
  std::vector<int> by_x(points.x.size());
  std::iota(by_x.begin(), by_x.end(), 0);
  const auto x_of = [&](int i) { return points.x[static_cast<std::size_t>(i)]; };
  std::sort(by_x.begin(), by_x.end(), [&](int a, int b) { return x_of(a) < x_of(b); });
  Answers answers;
  for (std::size_t q = 0; q < queries.x.size(); ++q) {
    float least = std::numeric_limits<float>::max();
    int best = -1;
    const auto look = [&](int i) {
      const float dx = x_of(i) - queries.x[q], dy = points.y[static_cast<std::size_t>(i)] - queries.y[q];
      const float square = std::fma(dy, dy, dx * dx);
      if (square < least || (square == least && i < best)) {
        least = square;
        best = i;
      }
      return dx * dx <= least;
    };
    const auto from =
        std::lower_bound(by_x.begin(), by_x.end(), queries.x[q], [&](int i, float x) { return x_of(i) < x; });
    for (auto i = from; i != by_x.end() && look(*i);) ++i;
    for (auto i = from; i != by_x.begin() && look(*(i - 1));) --i;
    answers.index.push_back(best);
    answers.distance.push_back(least);
  }
  return answers;
}

WorkloadResult run(const WorkloadRun& run, const NearestNeighborSizes& sizes) {
  Random random(run.seed);
  const Points towns{uniform_floats(random, 12, 0.0f, 1e5f), uniform_floats(random, 12, 0.0f, 1e5f)};
  const Points points = homes(random, towns, sizes.points), queries = homes(random, towns, sizes.queries);
  Context& c = run.context;
  const DevicePointer point_x = c.upload(points.x), point_y = c.upload(points.y),
                      query_x = c.upload(queries.x), query_y = c.upload(queries.y);
  const DevicePointer index = c.allocate(sizes.queries * sizeof(int)),
                      distance = c.allocate(sizes.queries * sizeof(float));
  run.module.function("nearest_neighbor")
      .launch({.grid = {blocks_for(sizes.queries, cta)}, .cta = {side, side}}, point_x, point_y, query_x,
              query_y, index, distance, static_cast<std::int32_t>(sizes.points),
              static_cast<std::int32_t>(sizes.queries));

  const Answers want = answered(points, queries);
  WorkloadResult result;
  result.compare<int>("index", want.index, c.download<int>(index, sizes.queries));
  result.compare<float>("distance", want.distance, c.download<float>(distance, sizes.queries));
  return result;
}

const Registration<Workload> registration{make_workload<NearestNeighborSizes>(
    {.name = "nearest_neighbor",
     .description = "nearest point of each query, in CTAs of 169 threads",
     .stands_for = "Jeon2015 NN by its launch (168 CTAs of 169 threads; see neural_network)",
     .values = "homes clustered around 12 towns, whole metres in floats",
     .character = "compute bound in shared memory; each CTA's last warp has 9 of 32 threads",
     .small = {"points=200", "queries=400"},
     .paper = {{}, "Jeon2015 Table 1 by its launch: 168 CTAs of 169 threads"}},
    run)};

}  // namespace
}  // namespace heddle::nearest_neighbor
