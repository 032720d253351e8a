// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "tb/workloads/input.hpp"

namespace heddle {

/// A directed graph. Edges of node v: targets[first_edge[v] .. first_edge[v + 1]).
struct Graph {
  std::vector<int> first_edge{0}, targets{};

  std::size_t nodes() const { return first_edge.size() - 1; }
  std::size_t edges() const { return targets.size(); }
  /// The edges added to `targets` since the last call are those of the next node.
  void end_node() { first_edge.push_back(static_cast<int>(targets.size())); }
};

/// Each node has 1 to 2 * degree - 1 edges, to any nodes.
inline Graph uniform_graph(Random& random, std::uint32_t nodes, std::uint32_t degree) {
  Graph graph;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    const std::uint32_t edges = 1 + random.below(2 * degree - 1);
    for (std::uint32_t e = 0; e < edges; ++e) graph.targets.push_back(static_cast<int>(random.below(nodes)));
    graph.end_node();
  }
  return graph;
}

/// An edge from `first` to `second`.
using DrawnEdge = std::pair<std::uint32_t, std::uint32_t>;

/// The graph with these edges, each at its first end, or at both.
inline Graph graph_of(std::uint32_t nodes, const std::vector<DrawnEdge>& edges, bool both_ends) {
  Graph graph{std::vector<int>(nodes + 1, 0), std::vector<int>((both_ends ? 2 : 1) * edges.size())};
  for (const auto& [from, to] : edges) {
    ++graph.first_edge[from + 1];
    if (both_ends) ++graph.first_edge[to + 1];
  }
  for (std::size_t v = 1; v <= nodes; ++v) graph.first_edge[v] += graph.first_edge[v - 1];
  std::vector<int> next = graph.first_edge;
  const auto store = [&](std::uint32_t from, std::uint32_t to) {
    graph.targets[static_cast<std::size_t>(next[from]++)] = static_cast<int>(to);
  };
  for (const auto& [from, to] : edges) {
    store(from, to);
    if (both_ends) store(to, from);
  }
  return graph;
}

/// As Rodinia's generator makes them: each node draws `least` to `most` edges to any nodes, and each is
/// stored at both of its ends.
inline Graph two_way_graph(Random& random, std::uint32_t nodes, std::uint32_t least, std::uint32_t most) {
  std::vector<DrawnEdge> drawn;
  for (std::uint32_t v = 0; v < nodes; ++v)
    for (std::uint32_t e = least + random.below(most - least + 1); e > 0; --e)
      drawn.emplace_back(v, random.below(nodes));
  return graph_of(nodes, drawn, true);
}

/// Edges of an R-MAT graph (Chakrabarti et al., SDM 2004), with the probabilities 0.45, 0.22, 0.22 and 0.11
/// of the generator GTgraph: each bit of both ends is drawn together, and low numbers are the popular ones.
inline std::vector<DrawnEdge> rmat_edges(Random& random, std::uint32_t nodes, std::size_t edges) {
  std::vector<DrawnEdge> drawn;
  drawn.reserve(edges);
  while (drawn.size() < edges) {
    std::uint32_t from = 0, to = 0;
    for (std::uint32_t bit = std::bit_ceil(nodes) / 2; bit > 0; bit /= 2) {
      const std::uint32_t percent = random.below(100);
      if (percent >= 67) from |= bit;
      if ((percent >= 45 && percent < 67) || percent >= 89) to |= bit;
    }
    if (from < nodes && to < nodes) drawn.emplace_back(from, to);
  }
  return drawn;
}

/// Like a road network: crossings on a grid, numbered row by row. Of the roads to the neighbours in the east
/// and in the south three in eight are missing, so that there are 2.5 roads a crossing, as in the road maps
/// of the 9th DIMACS challenge; those along the northern and the western edge are all there, so that few
/// crossings cannot be reached.
inline std::vector<DrawnEdge> road_edges(Random& random, std::uint32_t nodes, std::uint32_t width) {
  std::vector<DrawnEdge> roads;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    const bool east = (v + 1) % width != 0 && v + 1 < nodes, south = v + width < nodes;
    if (east && (random.below(8) < 5 || v < width)) roads.emplace_back(v, v + 1);
    if (south && (random.below(8) < 5 || v % width == 0)) roads.emplace_back(v, v + width);
  }
  return roads;
}

}  // namespace heddle
