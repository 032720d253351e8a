// SPDX-License-Identifier: Apache-2.0
// Minimum spanning tree of a graph. All edges have different keys (weight, number), so there is
// only one tree. The reference is Kruskal's algorithm.
#include <numeric>

#include "tb/workloads/weighted_graph.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::mst {
namespace {

constexpr std::uint32_t cta = 256;

struct MstSizes {
  std::uint32_t nodes = 6'000, links = 8;
  GraphKind graph = GraphKind::road;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&MstSizes::nodes, "nodes", "nodes", 2, 2'000'000, "24 CTAs a launch", "Nodes"),
        parameter(&MstSizes::links, "links", "edges", 1, 32, "R-MAT graphs of GTgraph",
                  "graph=rmat: edges a node; graph=grown: edges that a new node brings"),
        parameter(&MstSizes::graph, "graph", "Lonestar's input is a road map", graph_kind_help)};
  }
  void validate() const {  // the kernel's keys have 24 bits for an edge
    if (graph != GraphKind::road && std::uint64_t{nodes} * links >= 1u << 24)
      throw Error({.what = "the graph has too many edges",
                   .value = fmt::format("nodes={}, links={}", nodes, links),
                   .legal = fmt::format("nodes * links below {}", 1u << 24)});
  }
};

/// Returns 1 for each edge of the tree.
std::vector<std::uint8_t> kruskal(const WeightedGraph& g) {
  std::vector<std::size_t> parent(g.first.size() - 1), order(g.edges.size());
  std::iota(parent.begin(), parent.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return g.edges[a].weight < g.edges[b].weight; });
  const auto root = [&](int node) {
    auto v = static_cast<std::size_t>(node);
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::vector<std::uint8_t> chosen(g.edges.size(), 0);
  for (const std::size_t e : order) {
    const std::size_t a = root(g.edges[e].a), b = root(g.edges[e].b);
    if (a == b) continue;
    parent[a] = b;
    chosen[e] = 1;
  }
  return chosen;
}

WorkloadResult run(const WorkloadRun& run, const MstSizes& sizes) {
  Random random(run.seed);
  const WeightedGraph graph = weighted_graph(random, sizes.graph, sizes.nodes, sizes.links, 60.0f, 255.0f);
  std::vector<int> end_a, end_b, own(sizes.nodes);
  for (const auto& e : graph.edges) {
    end_a.push_back(e.a);
    end_b.push_back(e.b);
  }
  std::iota(own.begin(), own.end(), 0);
  Context& c = run.context;
  const DevicePointer first = c.upload(graph.first), target = c.upload(graph.target),
                      weight = c.upload(graph.weight), edge = c.upload(graph.edge),
                      device_a = c.upload(end_a), device_b = c.upload(end_b), component = c.upload(own),
                      parent = c.upload(own);
  const DevicePointer best = c.allocate(sizes.nodes * sizeof(int)), chosen = c.allocate(graph.edges.size()),
                      again = c.allocate(sizeof(int));
  const LaunchShape shape{.grid = {blocks_for(sizes.nodes, cta)}, .cta = {cta}};
  const auto nodes = static_cast<std::int32_t>(sizes.nodes);

  // A round at least halves the number of components, so 32 rounds are enough for every graph that fits.
  bool more = true;
  for (int round = 0; more && round < 32; ++round) {
    c.fill32(best, ~0u, sizes.nodes);
    c.put(again, 0);
    run.module.function("mst_lightest").launch(shape, first, target, weight, edge, component, best, nodes);
    run.module.function("mst_hook")
        .launch(shape, component, best, device_a, device_b, parent, chosen, again, nodes);
    run.module.function("mst_flatten").launch(shape, component, parent, nodes);
    more = c.get<int>(again) != 0;
  }
  WorkloadResult result;
  result.compare<std::uint8_t>("chosen", kruskal(graph),
                               c.download<std::uint8_t>(chosen, graph.edges.size()));
  return result;
}

const Registration<Workload> registration{make_workload<MstSizes>(
    {.name = "mst",
     .description = "minimum spanning tree by Boruvka's rounds of three launches",
     .stands_for = "Vijaykumar2015 mst (Lonestar)",
     .values =
         "a road map as those of Lonestar, lengths 1 .. 255, mostly short; component numbers grow alike; "
         "graph=rmat: hubs with low numbers, weights 1 .. 100",
     .character = "memory bound with gathers and atomics on few addresses; strong divergence by degree",
     .small = {"nodes=300", "links=2"},
     .paper = {{"nodes=1070376"}, "LonestarGPU 2.0: USA-road-d.FLA, as many crossings"}},
    run)};

}  // namespace
}  // namespace heddle::mst
