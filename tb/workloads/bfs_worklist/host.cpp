// SPDX-License-Identifier: Apache-2.0
// The levels of a breadth-first search from node 0 of a road map or an R-MAT graph, by worklists. The host
// launches a kernel for each level and reads how many nodes it has found.
#include <queue>

#include "tb/workloads/graph.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::bfs_worklist {
namespace {

constexpr std::uint32_t cta = 256;

enum class Kind : std::uint8_t { road, rmat };
constexpr auto names_of(Kind) { return std::array{Named{Kind::road, "road"}, Named{Kind::rmat, "rmat"}}; }

struct BfsWorklistSizes {
  std::uint32_t width = 128, height = 64;
  Kind graph = Kind::road;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&BfsWorklistSizes::width, "width", "crossings", 1, 2048, "some 200 levels of few nodes",
                  "Crossings from west to east"),
        parameter(&BfsWorklistSizes::height, "height", "crossings", 1, 2048, "some 200 levels of few nodes",
                  "Crossings from north to south"),
        parameter(&BfsWorklistSizes::graph, "graph", "Lonestar's default input is a road map",
                  "road: a grid of roads with gaps; rmat: R-MAT, width * height nodes with eight "
                  "edges each")};
  }
};

std::vector<int> levels_of(const Graph& graph) {
  std::vector<int> level(graph.nodes(), -1);
  std::queue<std::size_t> waiting;
  level[0] = 0;
  waiting.push(0);
  for (; !waiting.empty(); waiting.pop()) {
    const std::size_t v = waiting.front();
    for (auto e = static_cast<std::size_t>(graph.first_edge[v]);
         e < static_cast<std::size_t>(graph.first_edge[v + 1]); ++e) {
      const auto w = static_cast<std::size_t>(graph.targets[e]);
      if (level[w] >= 0) continue;
      level[w] = level[v] + 1;
      waiting.push(w);
    }
  }
  return level;
}

WorkloadResult run(const WorkloadRun& run, const BfsWorklistSizes& sizes) {
  Random random(run.seed);
  const std::uint32_t nodes = sizes.width * sizes.height;
  const bool road = sizes.graph == Kind::road;
  const Graph graph = graph_of(
      nodes,
      road ? road_edges(random, nodes, sizes.width) : rmat_edges(random, nodes, std::size_t{8} * nodes),
      road);
  std::vector<int> start(graph.nodes(), -1);
  start[0] = 0;
  Context& c = run.context;
  const DevicePointer first = c.upload(graph.first_edge), target = c.upload(graph.targets),
                      level = c.upload(start);
  DevicePointer list = c.allocate(4 * graph.nodes()), next = c.allocate(4 * graph.nodes());
  const DevicePointer next_count = c.allocate(sizeof(int));
  const Function expand = run.module.function("bfs_worklist");

  // The bound on the levels ends the loop even when the device computes wrong results.
  std::int32_t count = 1;
  for (std::uint32_t depth = 1; count > 0 && depth <= graph.nodes(); ++depth) {
    c.put(next_count, 0);
    expand.launch({.grid = {blocks_for(static_cast<std::uint32_t>(count), cta)}, .cta = {cta}}, first, target,
                  level, list, count, next, next_count, static_cast<std::int32_t>(depth));
    count = c.get<std::int32_t>(next_count);
    std::swap(list, next);
  }
  WorkloadResult result;
  result.compare<int>("level", levels_of(graph), c.download<int>(level, graph.nodes()));
  return result;
}

const Registration<Workload> registration{make_workload<BfsWorklistSizes>(
    {.name = "bfs_worklist",
     .description = "breadth-first search by worklists with atomic operations",
     .stands_for = "Vijaykumar2015 bfs, Lal2017 bfs (Lonestar)",
     .values = "a road map as those of Lonestar: neighbours have near numbers, levels grow alike; "
               "graph=rmat: hubs with "
               "low numbers, few levels",
     .character = "latency bound: many launches with few nodes each; divergence by degree and atomics",
     .small = {"width=12", "height=9"},
     .paper = {{"width=1034", "height=1035"}, "LonestarGPU 2.0: USA-road-d.FLA, as many crossings"}},
    run)};

}  // namespace
}  // namespace heddle::bfs_worklist
