// SPDX-License-Identifier: Apache-2.0
// Facility location as in stream clustering: points are tried as new centres one after another, and one opens
// when the points save more than its price. Centres that few points still need are closed. The device
// computes what each point would save; the host decides.
#include <algorithm>
#include <cmath>
#include <functional>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::stream_cluster {
namespace {

constexpr std::uint32_t cta = 256;

enum class Values : std::uint8_t { uniform, sources };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::sources, "sources"}};
}

struct StreamClusterSizes {
  std::uint32_t points = 8'192, dims = 32, candidates = 8;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    return std::tuple{parameter(&StreamClusterSizes::points, "points", "points", 1, 1'000'000,
                                "32 CTAs a launch", "Points"),
                      parameter(&StreamClusterSizes::dims, "dims", "dimensions", 1, 512, "a long record",
                                "Dimensions of the space"),
                      parameter(&StreamClusterSizes::candidates, "candidates", "launches", 1, 10'000,
                                "a short search", "Points that are tried as centres"),
                      parameter(&StreamClusterSizes::values, "values", "Rodinia",
                                "uniform: coordinates in [0, 1), weights 1; sources: around eight points, "
                                "weights 1 .. 4")};
  }
};

struct Stream {
  std::vector<float> coordinate, weight;  ///< coordinate[d * points + p]
};

/// Returns points of the unit cube, or noisy points around eight sources in it; each of these stands for 1 ..
/// 4 points that arrived before.
Stream sampled(Random& random, const StreamClusterSizes& s) {
  if (s.values == Values::uniform)
    return {uniform_floats(random, std::size_t{s.dims} * s.points, 0.0f, 1.0f),
            std::vector<float>(s.points, 1.0f)};
  const auto source = uniform_floats(random, std::size_t{8} * s.dims, 0.1f, 0.9f);
  Stream stream{std::vector<float>(std::size_t{s.dims} * s.points), {}};
  for (std::size_t p = 0; p < s.points; ++p) {
    const std::size_t from = random.below(8) * std::size_t{s.dims};
    for (std::size_t d = 0; d < s.dims; ++d)
      stream.coordinate[d * s.points + p] = source[from + d] + uniform(random, -0.05f, 0.05f);
    stream.weight.push_back(static_cast<float>(1 + random.below(4)));
  }
  return stream;
}

using Differences = std::function<std::vector<float>(std::size_t candidate, const std::vector<float>& cost)>;

/// The decisions, and the differences on which they rest.
struct Solution {
  std::vector<int> centre{};         ///< of each point, the number of a point
  std::vector<float> differences{};  ///< all that the device found, one candidate after another
};

/// The search. All points begin at point 0; the candidates are spread evenly over the points.
Solution search(const StreamClusterSizes& s, const Differences& differences) {
  Solution best{std::vector<int>(s.points, 0), {}};
  std::vector<float> cost = differences(0, std::vector<float>(s.points, 0.0f));
  best.differences = cost;
  const double price = 0.02 * static_cast<double>(s.points);
  for (std::size_t i = 1; i <= s.candidates; ++i) {
    const std::size_t candidate = i * s.points / (s.candidates + 1);
    const auto difference = differences(candidate, cost);
    best.differences.insert(best.differences.end(), difference.begin(), difference.end());
    // If centre c closes, its points that would rather stay pay the difference, and its price is saved.
    double gain = -price;
    std::vector<double> closing(s.points, -price);
    for (std::size_t p = 0; p < s.points; ++p) {
      const auto d = static_cast<double>(difference[p]);
      if (d < 0)
        gain -= d;
      else
        closing[static_cast<std::size_t>(best.centre[p])] += d;
    }
    std::vector<bool> open(s.points, false), closes(s.points, false);
    for (const int c : best.centre) open[static_cast<std::size_t>(c)] = true;
    for (std::size_t c = 0; c < s.points; ++c)
      if (open[c] && closing[c] < 0) {
        closes[c] = true;
        gain -= closing[c];
      }
    if (!(gain > 0)) continue;
    for (std::size_t p = 0; p < s.points; ++p)
      if (difference[p] < 0 || closes[static_cast<std::size_t>(best.centre[p])]) {
        best.centre[p] = static_cast<int>(candidate);
        cost[p] += difference[p];
      }
  }
  return best;
}

std::vector<float> on_host(const Stream& stream, const StreamClusterSizes& s, std::size_t candidate,
                           const std::vector<float>& cost) {
  std::vector<float> square(s.points, 0.0f);
  for (std::size_t i = 0; i < stream.coordinate.size(); ++i) {
    const float away = stream.coordinate[i] - stream.coordinate[i - i % s.points + candidate];
    square[i % s.points] = std::fma(away, away, square[i % s.points]);
  }
  for (std::size_t p = 0; p < s.points; ++p) square[p] = stream.weight[p] * square[p] - cost[p];
  return square;
}

WorkloadResult run(const WorkloadRun& run, const StreamClusterSizes& sizes) {
  Random random(run.seed);
  const Stream stream = sampled(random, sizes);
  Context& c = run.context;
  const DevicePointer coordinate = c.upload(stream.coordinate), weight = c.upload(stream.weight);
  const DevicePointer device_cost = c.allocate(sizes.points * sizeof(float)),
                      difference = c.allocate(sizes.points * sizeof(float));
  const Function gain = run.module.function("stream_cluster_gain");
  const LaunchShape shape{.grid = {blocks_for(sizes.points, cta)},
                          .cta = {cta},
                          .shared_bytes = sizes.dims * static_cast<std::uint32_t>(sizeof(float))};

  const Solution got = search(sizes, [&](std::size_t candidate, const std::vector<float>& cost) {
    c.copy_to_device(device_cost, std::as_bytes(std::span(cost)));
    gain.launch(shape, coordinate, weight, device_cost, difference, static_cast<std::int32_t>(sizes.points),
                static_cast<std::int32_t>(sizes.dims), static_cast<std::int32_t>(candidate));
    return c.download<float>(difference, sizes.points);
  });
  const Solution want = search(sizes, [&](std::size_t candidate, const std::vector<float>& cost) {
    return on_host(stream, sizes, candidate, cost);
  });
  WorkloadResult result;
  result.compare<float>("difference", want.differences, got.differences);
  result.compare<int>("centre", want.centre, got.centre);
  return result;
}

const Registration<Workload> registration{make_workload<StreamClusterSizes>(
    {.name = "stream_cluster",
     .description = "clustering of a stream: the device finds what a new centre saves, the host decides",
     .stands_for = "Vijaykumar2015 sc (Rodinia streamcluster)",
     .values = "coordinates uniform in [0, 1), as in Rodinia: random mantissas; values=sources: around eight "
               "sources, "
               "weights 1 .. 4",
     .character = "memory bound, coalesced, no divergence",
     .small = {"points=500", "dims=5", "candidates=4"},
     .paper = {{"points=65536", "dims=256"},
               "Rodinia 3.1: 10 20 256 65536 65536 1000; it tries more points as centres"}},
    run)};

}  // namespace
}  // namespace heddle::stream_cluster
