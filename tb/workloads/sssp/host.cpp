// SPDX-License-Identifier: Apache-2.0
// The lengths of the shortest paths from node 0 of a graph. The host launches a round and reads the
// length of the next worklist, until that is empty. The reference is Dijkstra's algorithm.
#include <limits>
#include <queue>

#include "tb/workloads/weighted_graph.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::sssp {
namespace {

constexpr std::uint32_t cta = 256;
constexpr int far = std::numeric_limits<int>::max();

struct SsspSizes {
  std::uint32_t nodes = 10'000, links = 8;
  GraphKind graph = GraphKind::road;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&SsspSizes::nodes, "nodes", "nodes", 2, 2'000'000, "40 CTAs hold all", "Nodes"),
        parameter(&SsspSizes::links, "links", "edges", 1, 32, "R-MAT graphs of GTgraph",
                  "graph=rmat: edges a node; graph=grown: edges that a new node brings"),
        parameter(&SsspSizes::graph, "graph", "Lonestar's default input is a road map", graph_kind_help)};
  }
};

std::vector<int> dijkstra(const WeightedGraph& g) {
  std::vector<int> distance(g.first.size() - 1, far);
  using Way = std::pair<int, int>;  // distance, node
  std::priority_queue<Way, std::vector<Way>, std::greater<>> ways;
  ways.emplace(0, 0);
  while (!ways.empty()) {
    const auto [length, node] = ways.top();
    ways.pop();
    const auto v = static_cast<std::size_t>(node);
    if (distance[v] != far) continue;
    distance[v] = length;
    for (auto e = static_cast<std::size_t>(g.first[v]); e < static_cast<std::size_t>(g.first[v + 1]); ++e)
      ways.emplace(length + g.weight[e], g.target[e]);
  }
  return distance;
}

WorkloadResult run(const WorkloadRun& run, const SsspSizes& sizes) {
  Random random(run.seed);
  const WeightedGraph graph =
      weighted_graph(random, sizes.graph, sizes.nodes, sizes.links, 1000.0f, 40'000.0f);
  std::vector<int> start(sizes.nodes, far);
  start[0] = 0;
  Context& c = run.context;
  const DevicePointer first = c.upload(graph.first), target = c.upload(graph.target),
                      weight = c.upload(graph.weight), distance = c.upload(start);
  const std::uint64_t bytes = sizes.nodes * sizeof(int);
  DevicePointer list = c.allocate(bytes), next = c.allocate(bytes);  // `list` begins with node 0
  const DevicePointer stamp = c.allocate(bytes), next_count = c.allocate(sizeof(int));
  const Function relax = run.module.function("sssp_relax");

  // A shortest path has fewer edges than the graph has nodes, so this bound ends the loop even when the
  // device computes wrong results.
  std::int32_t count = 1;
  for (std::uint32_t round = 1; count > 0 && round <= sizes.nodes; ++round) {
    c.put(next_count, 0);
    relax.launch({.grid = {blocks_for(static_cast<std::uint32_t>(count), cta)}, .cta = {cta}}, first, target,
                 weight, distance, list, count, next, next_count, stamp, static_cast<std::int32_t>(round));
    count = c.get<std::int32_t>(next_count);
    std::swap(list, next);
  }
  WorkloadResult result;
  result.compare<int>("distance", dijkstra(graph), c.download<int>(distance, sizes.nodes));
  return result;
}

const Registration<Workload> registration{make_workload<SsspSizes>(
    {.name = "sssp",
     .description = "shortest paths from one node by worklists with atomic operations",
     .stands_for = "Vijaykumar2015 sssp, Lal2017 sssp (Lonestar)",
     .values = "a road map as those of Lonestar: neighbours have near numbers, lengths some thousand, mostly "
               "short, "
               "and distances that grow with the way; graph=rmat: hubs with low numbers, weights 1 .. 100",
     .character = "memory bound with gathers and atomics; strong divergence by degree",
     .small = {"nodes=400", "links=2"},
     .paper = {{"nodes=1070376"}, "LonestarGPU 2.0: USA-road-d.FLA, as many crossings"}},
    run)};

}  // namespace
}  // namespace heddle::sssp
