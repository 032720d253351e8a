// The levels of a breadth-first search from node 0 of a road network, by worklists. The host launches a
// kernel for each level and reads how many nodes it has found.
#include <queue>

#include "tb/workloads/graph.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::bfs_worklist {
namespace {

constexpr std::uint32_t cta = 256;

struct BfsWorklistSizes {
  std::uint32_t width = 128, height = 64;
  static constexpr auto parameters() {
    return std::tuple{parameter(&BfsWorklistSizes::width, "width", "crossings", 1, 2048,
                                "some 200 levels of few nodes", "Crossings from west to east"),
                      parameter(&BfsWorklistSizes::height, "height", "crossings", 1, 2048,
                                "some 200 levels of few nodes", "Crossings from north to south")};
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
  const Graph graph = road_graph(random, sizes.width, sizes.height);
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
     .description = "breadth-first search of a road network by worklists with atomic operations",
     .stands_for = "Vijaykumar2015 bfs, Lal2017 bfs (Lonestar)",
     .values = "a grid of roads with gaps: neighbours have near numbers, levels grow alike",
     .character = "latency bound: many launches with few nodes each; divergence by degree and atomics",
     .small = {"width=12", "height=9"}},
    run)};

}  // namespace
}  // namespace heddle::bfs_worklist
