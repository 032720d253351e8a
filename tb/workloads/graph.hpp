#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
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

/// Like the web or social networks: few nodes have very many edges. The number of nodes with at least k edges
/// falls as k^-2, out and in (the exponent 3 of preferential attachment); low node numbers are the popular
/// ones. `degree`: mean edges out of a node, about.
inline Graph power_law_graph(Random& random, std::uint32_t nodes, std::uint32_t degree) {
  Graph graph;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    const float rare = 1.0f - uniform(random, 0.0f, 1.0f);  // (0, 1]
    const float wanted = 0.5f * static_cast<float>(degree) / std::sqrt(rare);
    const std::uint32_t edges = std::max(1u, std::min(static_cast<std::uint32_t>(wanted + 0.5f), nodes));
    for (std::uint32_t e = 0; e < edges; ++e) {
      const float u = uniform(random, 0.0f, 1.0f);
      graph.targets.push_back(static_cast<int>(
          std::min(static_cast<std::uint32_t>(u * u * static_cast<float>(nodes)), nodes - 1)));
    }
    graph.end_node();
  }
  return graph;
}

/// Like a road network: crossings on a grid, numbered row by row, each joined to its neighbours both ways;
/// one road in `closed` is missing. Few edges a node, many levels.
inline Graph road_graph(Random& random, std::uint32_t width, std::uint32_t height, std::uint32_t closed = 8) {
  const std::size_t nodes = std::size_t{width} * height;
  std::vector<std::uint8_t> east(nodes), south(nodes);
  for (std::size_t v = 0; v < nodes; ++v) {
    east[v] = (v + 1) % width != 0 && !random.one_in(closed);
    south[v] = v + width < nodes && !random.one_in(closed);
  }
  Graph graph;
  const auto join = [&](std::size_t to) { graph.targets.push_back(static_cast<int>(to)); };
  for (std::size_t v = 0; v < nodes; ++v) {
    if (v >= width && south[v - width]) join(v - width);
    if (v % width != 0 && east[v - 1]) join(v - 1);
    if (east[v]) join(v + 1);
    if (south[v]) join(v + width);
    graph.end_node();
  }
  return graph;
}

/// Whole weights of a graph's edges, 1 .. most: half of them below an eighth of `most`, as short roads are
/// common.
inline std::vector<int> edge_weights(Random& random, const Graph& graph, std::uint32_t most) {
  std::vector<int> all(graph.edges());
  for (int& w : all) {
    const float u = uniform(random, 0.0f, 1.0f);
    w = 1 + static_cast<int>(std::min(u * u * u * static_cast<float>(most), static_cast<float>(most - 1)));
  }
  return all;
}

}  // namespace heddle
