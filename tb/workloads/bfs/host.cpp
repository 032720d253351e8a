// The levels of a breadth-first search from node 0 of a random directed graph. The host launches two kernels
// a level and reads a flag back that tells whether another level follows.
#include <queue>

#include "tb/workloads/graph.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::bfs {
namespace {

constexpr std::uint32_t cta = 256;
constexpr int unreached = -1;

struct BfsSizes {
  std::uint32_t nodes = 16'384, degree = 6;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&BfsSizes::nodes, "nodes", "nodes", 1, 4'000'000, "64 CTAs a launch: work for 15 SMs",
                  "Nodes"),
        parameter(&BfsSizes::degree, "degree", "edges", 1, 32, "a sparse graph of some ten levels",
                  "Mean number of edges out of a node; each has 1 to 2 * degree - 1")};
  }
};

std::vector<int> levels_of(const Graph& graph, std::size_t nodes) {
  std::vector<int> level(nodes, unreached);
  std::queue<int> waiting;
  level[0] = 0;
  waiting.push(0);
  for (; !waiting.empty(); waiting.pop()) {
    const int v = waiting.front();
    for (int e = graph.first_edge[v]; e < graph.first_edge[v + 1]; ++e) {
      const int w = graph.targets[e];
      if (level[w] != unreached) continue;
      level[w] = level[v] + 1;
      waiting.push(w);
    }
  }
  return level;
}

WorkloadResult run(const WorkloadRun& run, const BfsSizes& sizes) {
  Random random(run.seed);
  const Graph graph = uniform_graph(random, sizes.nodes, sizes.degree);
  std::vector<std::uint8_t> only_source(sizes.nodes, 0);
  only_source[0] = 1;
  std::vector<int> level(sizes.nodes, unreached);
  level[0] = 0;

  const DevicePointer first_edge = run.context.upload(graph.first_edge),
                      targets = run.context.upload(graph.targets);
  const DevicePointer frontier = run.context.upload(only_source), visited = run.context.upload(only_source);
  const DevicePointer found = run.context.allocate(sizes.nodes);
  const DevicePointer device_level = run.context.upload(level);
  const DevicePointer again = run.context.allocate(sizeof(int));
  const Dim3 grid{blocks_for(sizes.nodes, cta)};
  const auto nodes = static_cast<std::int32_t>(sizes.nodes);

  // A graph has no more levels than nodes, so this bound ends the loop even when the device computes wrong
  // results.
  bool more = true;
  for (std::uint32_t depth = 0; more && depth < sizes.nodes; ++depth) {
    const std::vector<int> none{0};
    run.context.copy_to_device(again, std::as_bytes(std::span(none)));
    run.module.function("bfs_expand")
        .launch({.grid = grid, .cta = {cta}}, first_edge, targets, frontier, found, visited, device_level,
                nodes);
    run.module.function("bfs_advance")
        .launch({.grid = grid, .cta = {cta}}, frontier, found, visited, again, nodes);
    more = run.context.download<int>(again, 1)[0] != 0;
  }

  WorkloadResult result;
  result.compare<int>("level", levels_of(graph, sizes.nodes),
                      run.context.download<int>(device_level, sizes.nodes));
  return result;
}

const Registration<Workload> registration{make_workload<BfsSizes>(
    {.name = "bfs",
     .description = "breadth-first search of a random graph, one level a pair of launches",
     .stands_for = "Lee2015 BFS, Jeon2015 BFS, Vijaykumar2015 BFS, Lal2017 BFS1 (Rodinia)",
     .values = "node numbers spread over the whole graph, levels 0 .. 10, flags of one byte",
     .character = "memory bound, divergent: nodes differ in whether they are in the frontier and in edges",
     .small = {"nodes=600", "degree=3"}},
    run)};

}  // namespace
}  // namespace heddle::bfs
