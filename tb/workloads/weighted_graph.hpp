#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tb/workloads/input.hpp"

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

/// A connected graph that grew: each new node links to `links` nodes, chosen with a probability proportional
/// to their number of links. Degrees follow a power law (exponent 3), as in social and web graphs; low
/// numbers are the hubs. Weights resemble the lengths of road segments: whole numbers 1 .. 255, short ones
/// the most frequent (exponential, mean 20). nodes >= 2, links >= 1.
inline WeightedGraph grown_graph(Random& random, std::uint32_t nodes, std::uint32_t links) {
  WeightedGraph g;
  std::vector<int> ends{0};
  for (std::uint32_t v = 1; v < nodes; ++v)
    for (std::uint32_t i = 0; i < links; ++i) {
      const auto met = random.below(static_cast<std::uint32_t>(ends.size()));
      const int other = ends[met] == static_cast<int>(v) ? static_cast<int>(random.below(v)) : ends[met];
      const float length = 1.0f - 20.0f * std::log(uniform(random, 0x1p-20f, 1.0f));
      g.edges.push_back({static_cast<int>(v), other, static_cast<int>(std::min(length, 255.0f))});
      ends.push_back(static_cast<int>(v));
      ends.push_back(other);
    }
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
  return g;
}

}  // namespace heddle
