// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/base/value.hpp"
#include "tb/workloads/graph.hpp"

namespace heddle {

/// An undirected graph with weights; neighbour lists hold each edge at both of its ends.
struct WeightedGraph {
  struct Edge {
    int a, b, weight;
  };
  std::vector<Edge> edges{};
  /// Neighbours of v: entries first[v] .. first[v + 1) of the others; `edge` is an index into `edges`.
  std::vector<int> first{0}, target{}, weight{}, edge{};
};

/// Makes the neighbour lists of a graph whose edges are there.
inline void list_neighbours(WeightedGraph& g, std::uint32_t nodes) {
  std::vector<int> degree(nodes, 0);
  for (const auto& e : g.edges)
    ++degree[static_cast<std::size_t>(e.a)], ++degree[static_cast<std::size_t>(e.b)];
  for (const int d : degree) g.first.push_back(g.first.back() + d);
  std::vector<int> next(g.first.begin(), g.first.end() - 1);
  g.target.resize(2 * g.edges.size());
  g.weight = g.edge = g.target;
  for (std::size_t i = 0; i < g.edges.size(); ++i) {
    const auto& e = g.edges[i];
    for (const auto& [from, to] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(from)]++);
      g.target[at] = to;
      g.weight[at] = e.weight;
      g.edge[at] = static_cast<int>(i);
    }
  }
}

/// A whole number 1 .. most, small ones the most frequent (exponential with this mean).
inline int road_length(Random& random, float mean, float most) {
  const float length = 1.0f - mean * std::log(uniform(random, 0x1p-20f, 1.0f));
  return static_cast<int>(std::min(length, most));
}

/// A connected graph that grew: each new node links to `links` nodes, chosen with a probability proportional
/// to their number of links. Degrees follow a power law (exponent 3), as in social and web graphs; low
/// numbers are the hubs. Weights are road_length(20, 255). nodes >= 2, links >= 1.
inline WeightedGraph grown_graph(Random& random, std::uint32_t nodes, std::uint32_t links) {
  WeightedGraph g;
  std::vector<int> ends{0};
  for (std::uint32_t v = 1; v < nodes; ++v)
    for (std::uint32_t i = 0; i < links; ++i) {
      const auto met = random.below(static_cast<std::uint32_t>(ends.size()));
      const int other = ends[met] == static_cast<int>(v) ? static_cast<int>(random.below(v)) : ends[met];
      g.edges.push_back({static_cast<int>(v), other, road_length(random, 20.0f, 255.0f)});
      ends.push_back(static_cast<int>(v));
      ends.push_back(other);
    }
  list_neighbours(g, nodes);
  return g;
}

/// Which graph a workload draws.
enum class GraphKind : std::uint8_t { road, rmat, grown };
constexpr auto names_of(GraphKind) {
  return std::array{Named{GraphKind::road, "road"}, Named{GraphKind::rmat, "rmat"},
                    Named{GraphKind::grown, "grown"}};
}
inline constexpr const char* graph_kind_help =
    "road: a grid of roads with gaps, lengths as weights; rmat: R-MAT with `links` edges a node, weights 1 "
    ".. "
    "100; grown: each new node links to popular ones";

/// A graph of this kind. `mean`, `most`: of the lengths of roads.
inline WeightedGraph weighted_graph(Random& random, GraphKind kind, std::uint32_t nodes, std::uint32_t links,
                                    float mean, float most) {
  if (kind == GraphKind::grown) return grown_graph(random, nodes, links);
  const bool road = kind == GraphKind::road;
  const auto width = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(nodes))));
  WeightedGraph g;
  for (const auto& [a, b] :
       road ? road_edges(random, nodes, width) : rmat_edges(random, nodes, std::size_t{nodes} * links))
    g.edges.push_back({static_cast<int>(a), static_cast<int>(b),
                       road ? road_length(random, mean, most) : 1 + static_cast<int>(random.below(100))});
  list_neighbours(g, nodes);
  return g;
}

}  // namespace heddle
