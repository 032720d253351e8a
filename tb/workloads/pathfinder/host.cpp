// SPDX-License-Identifier: Apache-2.0
// The cheapest path down a grid of weights 0 .. 9 (Lee2015 Fig. 4), by dynamic programming over its rows.
#include <algorithm>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::pathfinder {
namespace {

constexpr std::uint32_t cta = 256;

struct PathfinderSizes {
  std::uint32_t cols = 50'000, rows = 21, pyramid = 20;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&PathfinderSizes::cols, "cols", "cells", 1, 4'000'000, "232 CTAs: work for 15 SMs",
                  "Width"),
        parameter(&PathfinderSizes::rows, "rows", "cells", 2, 65'536, "one launch at the default pyramid",
                  "Height"),
        parameter(&PathfinderSizes::pyramid, "pyramid", "rows", 1, 120, "a ghost zone of 16 % of a CTA",
                  "Rows that one launch advances; the ghost zone is as wide at either end of a CTA")};
  }
  void validate() const {
    if (std::uint64_t{cols} * rows > (1u << 28))
      throw Error({.what = "the grid is too large",
                   .value = fmt::format("cols={}, rows={}", cols, rows),
                   .legal = fmt::format("cols * rows up to {}", 1u << 28)});
  }
};

std::vector<int> cheapest(const std::vector<int>& weights, const PathfinderSizes& s) {
  std::vector<int> best(weights.begin(), weights.begin() + s.cols);
  for (std::size_t row = 1; row < s.rows; ++row) {
    const std::vector<int> above = best;
    for (std::size_t x = 0; x < s.cols; ++x) {
      int least = above[x];
      if (x > 0) least = std::min(least, above[x - 1]);
      if (x + 1 < s.cols) least = std::min(least, above[x + 1]);
      best[x] = weights[row * s.cols + x] + least;
    }
  }
  return best;
}

WorkloadResult run(const WorkloadRun& run, const PathfinderSizes& sizes) {
  Random random(run.seed);
  const auto weights = integers_below(random, std::size_t{sizes.rows} * sizes.cols, 10);
  const DevicePointer device_weights = run.context.upload(weights);
  DevicePointer from = run.context.upload(std::vector<int>(weights.begin(), weights.begin() + sizes.cols));
  DevicePointer to = run.context.allocate(sizes.cols * sizeof(int));

  for (std::uint32_t row = 1; row < sizes.rows; row += sizes.pyramid) {
    const std::uint32_t steps = std::min(sizes.pyramid, sizes.rows - row);
    run.module.function("pathfinder")
        .launch({.grid = {blocks_for(sizes.cols, cta - 2 * steps)}, .cta = {cta}}, device_weights, from, to,
                static_cast<std::int32_t>(sizes.cols), static_cast<std::int32_t>(row),
                static_cast<std::int32_t>(steps));
    std::swap(from, to);
  }

  WorkloadResult result;
  result.compare<int>("best", cheapest(weights, sizes), run.context.download<int>(from, sizes.cols));
  return result;
}

const Registration<Workload> registration{make_workload<PathfinderSizes>(
    {.name = "pathfinder",
     .description = "cheapest way down a grid of weights 0 .. 9, with a ghost zone",
     .stands_for = "Lee2015 pathfinder (Rodinia)",
     .values = "weights 0 .. 9 as integers, as in Rodinia; sums of the cheapest ways, close to each other",
     .character = "integers in shared memory, divergent at the ghost zone",
     .small = {"cols=700", "rows=12", "pyramid=4"},
     .paper = {{"cols=100000", "rows=100", "pyramid=20"}, "Rodinia 3.1: 100000 100 20"}},
    run)};

}  // namespace
}  // namespace heddle::pathfinder
