// SPDX-License-Identifier: Apache-2.0
// The levels of a breadth-first search from node 0 of a random directed graph. The host launches two kernels
// a level and reads a flag back that tells whether another level follows.
#include <algorithm>
#include <queue>

#include "tb/workloads/graph.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::bfs {
namespace {

constexpr int unreached = -1;

enum class Edges : std::uint8_t { two_way, one_way };
constexpr auto names_of(Edges) {
  return std::array{Named{Edges::two_way, "two_way"}, Named{Edges::one_way, "one_way"}};
}

struct BfsSizes {
  std::uint32_t nodes = 16'384, degree = 6, cta = 256;
  Edges edges = Edges::two_way;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&BfsSizes::nodes, "nodes", "nodes", 1, 4'000'000, "64 CTAs a launch: work for 15 SMs",
                  "Nodes"),
        parameter(&BfsSizes::degree, "degree", "edges", 1, 32, "a sparse graph of some ten levels",
                  "Mean number of edges out of a node"),
        parameter(&BfsSizes::cta, "cta", "threads", 32, 1024, "eight warps", "Threads of a CTA"),
        parameter(
            &BfsSizes::edges, "edges", "Rodinia",
            "two_way: a node draws a third to two thirds of `degree` edges (2 to 4 of 6), stored at both "
            "ends; one_way: 1 to 2 * degree - 1, stored where they begin")};
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
  const std::uint32_t cta = sizes.cta, few = std::max(1u, sizes.degree / 3);
  const Graph graph = sizes.edges == Edges::two_way
                          ? two_way_graph(random, sizes.nodes, few, std::max(few, 2 * sizes.degree / 3))
                          : uniform_graph(random, sizes.nodes, sizes.degree);
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
     .values = "node numbers spread over the whole graph, 6 a node, as Rodinia's generator draws them; "
               "levels 0 .. 10, "
               "flags of one byte",
     .character = "memory bound, divergent: nodes differ in whether they are in the frontier and in edges",
     .small = {"nodes=600", "degree=3"},
     .paper = {{"nodes=1000000", "degree=6", "cta=512"}, "Rodinia 3.1: graph1MW_6.txt"}},
    run)};

}  // namespace
}  // namespace heddle::bfs
