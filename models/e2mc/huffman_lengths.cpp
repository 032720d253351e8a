// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/huffman_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "models/base/error.hpp"

namespace heddle::e2mc {
namespace {

void require_room(std::size_t symbols, unsigned most_bits) {
  if (most_bits < 64 && symbols > std::uint64_t{1} << most_bits)
    throw Error({.place = "Huffman code",
                 .what = "there are more symbols than codewords",
                 .value = fmt::format("{} symbols", symbols),
                 .legal = fmt::format("at most 2^{}", most_bits)});
}

Lengths with_minimum(Counts counts, std::uint64_t minimum) {
  std::vector<std::uint64_t> raised(counts.begin(), counts.end());
  for (std::uint64_t& c : raised) c = std::max(c, minimum);
  return huffman_lengths(raised);
}

bool fits(const Lengths& lengths, unsigned most_bits) {
  return std::all_of(lengths.begin(), lengths.end(), [&](unsigned l) { return l <= most_bits; });
}

}  // namespace

Lengths huffman_lengths(Counts counts) {
  const std::size_t n = counts.size();
  if (n < 2) return Lengths(n, 1);
  using Node = std::pair<std::uint64_t, std::size_t>;  // weight and number; symbols have the lowest numbers
  std::priority_queue<Node, std::vector<Node>, std::greater<>> heap;
  for (std::size_t i = 0; i < n; ++i) heap.emplace(counts[i], i);
  std::vector<std::size_t> parent(2 * n - 1);
  for (std::size_t inner = n; inner < 2 * n - 1; ++inner) {
    std::uint64_t weight = 0;
    for (int child = 0; child < 2; ++child) {
      weight += heap.top().first;
      parent[heap.top().second] = inner;
      heap.pop();
    }
    heap.emplace(weight, inner);
  }
  // A parent has a higher number than its children; the last node is the root.
  Lengths depth(2 * n - 1);
  for (std::size_t i = 2 * n - 2; i-- > 0;) depth[i] = depth[parent[i]] + 1;
  depth.resize(n);
  return depth;
}

Lengths limited_huffman_lengths(Counts counts, unsigned most_bits) {
  require_room(counts.size(), most_bits);
  Lengths lengths = huffman_lengths(counts);
  if (fits(lengths, most_bits)) return lengths;
  // When the minimum is the largest count, all are equal, and the tree is as flat as it can be.
  std::uint64_t fails = 0, suffices = *std::max_element(counts.begin(), counts.end());
  lengths = with_minimum(counts, suffices);
  while (suffices - fails > 1) {
    const std::uint64_t middle = fails + (suffices - fails) / 2;
    Lengths tried = with_minimum(counts, middle);
    if (fits(tried, most_bits)) {
      suffices = middle;
      lengths = std::move(tried);
    } else {
      fails = middle;
    }
  }
  return lengths;
}

Lengths package_merge_lengths(Counts counts, unsigned most_bits) {
  const std::size_t n = counts.size();
  require_room(n, most_bits);
  if (n < 2) return Lengths(n, 1);
  // A package is a set of coins, one symbol each; how often a symbol is among those bought is its length.
  struct Package {
    std::uint64_t weight;
    std::vector<std::size_t> symbols;
  };
  const auto lighter = [](const Package& a, const Package& b) { return a.weight < b.weight; };
  std::vector<Package> coins;
  for (std::size_t i = 0; i < n; ++i) coins.push_back({counts[i], {i}});
  std::stable_sort(coins.begin(), coins.end(), lighter);
  std::vector<Package> row = coins;
  for (unsigned bit = 1; bit < most_bits; ++bit) {
    std::vector<Package> pairs;
    for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
      Package pair = std::move(row[i]);
      pair.weight += row[i + 1].weight;
      pair.symbols.insert(pair.symbols.end(), row[i + 1].symbols.begin(), row[i + 1].symbols.end());
      pairs.push_back(std::move(pair));
    }
    row.clear();
    std::merge(coins.begin(), coins.end(), pairs.begin(), pairs.end(), std::back_inserter(row), lighter);
  }
  Lengths lengths(n);
  for (std::size_t i = 0; i < 2 * n - 2; ++i)
    for (const std::size_t symbol : row[i].symbols) ++lengths[symbol];
  return lengths;
}

std::uint64_t coded_bits(Counts counts, const Lengths& lengths) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) bits += counts[i] * lengths[i];
  return bits;
}

}  // namespace heddle::e2mc
