// SPDX-License-Identifier: Apache-2.0
// Gravity on clusters of bodies, by an octree that the host builds. There are two references: the same walk
// as a recursion, whose order of sums is the kernel's, so that it is exact; and the sum over all pairs in
// double precision, from which the method deviates by about two hundredths on average.
#include <algorithm>
#include <array>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::barnes_hut {
namespace {

constexpr std::uint32_t cta = 256;
constexpr int deepest = 16;
constexpr float opening = 0.25f;     // theta squared
constexpr float softening = 0.001f;  // a squared distance: closer pairs pull no harder than at this distance

enum class Values : std::uint8_t { plummer, clusters };
constexpr auto names_of(Values) {
  return std::array{Named{Values::plummer, "plummer"}, Named{Values::clusters, "clusters"}};
}

struct BarnesHutSizes {
  std::uint32_t bodies = 1'536;
  Values values = Values::plummer;
  static constexpr auto parameters() {
    return std::tuple{parameter(&BarnesHutSizes::bodies, "bodies", "bodies", 1, 300'000, "6 CTAs",
                                "Bodies; the check adds up all pairs of up to 8192 bodies, of more a part"),
                      parameter(&BarnesHutSizes::values, "values", "Lonestar",
                                "plummer: one cluster by Plummer's model; clusters: four that thin out")};
  }
};

struct Vector4 {
  float x, y, z, w;  ///< w: mass
};

/// Returns clusters whose density falls from the centre, like that of globular clusters; the masses add up to
/// 1.
std::vector<Vector4> galaxies(Random& random, std::uint32_t bodies) {
  std::vector<Vector4> all;
  const auto middle = uniform_floats(random, 12, -0.7f, 0.7f);
  for (std::uint32_t i = 0; i < bodies; ++i) {
    const float* at = middle.data() + 3 * random.below(4);
    const float radius = 0.25f * uniform(random, 0.0f, 1.0f) * uniform(random, 0.0f, 1.0f);
    const float height = uniform(random, -1.0f, 1.0f), angle = uniform(random, 0.0f, 6.2831853f);
    const float ring = std::sqrt(1.0f - height * height);
    all.push_back({at[0] + radius * ring * std::cos(angle), at[1] + radius * ring * std::sin(angle),
                   at[2] + radius * height, uniform(random, 0.5f, 1.5f) / static_cast<float>(bodies)});
  }
  return all;
}

/// Returns one cluster by Plummer's model, in the units of Aarseth, Henon and Wielen; all masses are equal.
std::vector<Vector4> plummer(Random& random, std::uint32_t bodies) {
  constexpr float scale = 0.589048622f;  // 3 pi / 16
  std::vector<Vector4> all;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    const float inside = uniform(random, 0x1p-24f, 0.999f);  // share of the mass
    const float radius = scale / std::sqrt(std::pow(inside, -2.0f / 3.0f) - 1.0f);
    const float height = uniform(random, -1.0f, 1.0f), angle = uniform(random, 0.0f, 6.2831853f);
    const float ring = std::sqrt(1.0f - height * height);
    all.push_back({radius * ring * std::cos(angle), radius * ring * std::sin(angle), radius * height,
                   1.0f / static_cast<float>(bodies)});
  }
  return all;
}

/// Returns half the side of a cube around 0 that holds all bodies; at least 1.
float half_side(const std::vector<Vector4>& bodies) {
  float half = 1.0f;
  for (const Vector4& b : bodies) half = std::max({half, std::abs(b.x), std::abs(b.y), std::abs(b.z)});
  return half;
}

struct Tree {
  std::vector<Vector4> centre{};
  std::vector<std::array<int, 2>> children{};
  std::vector<float> square{};

  std::size_t add() {
    centre.push_back({});
    children.push_back({0, 0});
    square.push_back(0);
    return centre.size() - 1;
  }
  /// Makes `cell`, a cube around `middle`, hold `bodies`. The children of a cell are stored side by side.
  void fill(std::size_t cell, const std::vector<Vector4>& bodies, Vector4 middle, float half, int level) {
    double x = 0, y = 0, z = 0, mass = 0;
    for (const Vector4& b : bodies) {
      const auto m = static_cast<double>(b.w);
      x += m * static_cast<double>(b.x), y += m * static_cast<double>(b.y), z += m * static_cast<double>(b.z);
      mass += m;
    }
    centre[cell] = bodies.size() == 1 ? bodies[0]
                                      : Vector4{static_cast<float>(x / mass), static_cast<float>(y / mass),
                                                static_cast<float>(z / mass), static_cast<float>(mass)};
    square[cell] = 4 * half * half;
    if (bodies.size() == 1 || level == deepest) return;
    std::array<std::vector<Vector4>, 8> octant;
    for (const Vector4& b : bodies)
      octant[(b.x > middle.x ? 1u : 0u) + (b.y > middle.y ? 2u : 0u) + (b.z > middle.z ? 4u : 0u)].push_back(
          b);
    const auto full = std::count_if(octant.begin(), octant.end(), [](const auto& o) { return !o.empty(); });
    children[cell] = {static_cast<int>(centre.size()), static_cast<int>(full)};
    auto next = static_cast<std::size_t>(children[cell][0]);
    for (std::ptrdiff_t i = 0; i < full; ++i) add();
    const float quarter = half / 2;
    for (unsigned o = 0; o < 8; ++o) {
      if (octant[o].empty()) continue;
      const Vector4 to{middle.x + (o & 1u ? quarter : -quarter), middle.y + (o & 2u ? quarter : -quarter),
                       middle.z + (o & 4u ? quarter : -quarter), 0};
      fill(next++, octant[o], to, quarter, level + 1);
    }
  }
  void pull(std::size_t cell, const Vector4& on, std::array<float, 3>& sum) const {
    const Vector4& there = centre[cell];
    const float dx = there.x - on.x, dy = there.y - on.y, dz = there.z - on.z;
    const float distance = std::fma(dz, dz, std::fma(dy, dy, std::fma(dx, dx, softening)));
    const auto [first, count] = children[cell];
    if (count != 0 && square[cell] >= opening * distance) {
      for (int i = 0; i < count; ++i) pull(static_cast<std::size_t>(first + i), on, sum);
      return;
    }
    const float near = 1.0f / std::sqrt(distance), strength = there.w * near * near * near;
    sum = {std::fma(strength, dx, sum[0]), std::fma(strength, dy, sum[1]), std::fma(strength, dz, sum[2])};
  }
};

/// Returns the sum of |pull - exact pull| divided by the sum of |exact pull|, for each axis, over so many
/// bodies that no more than 2^26 pairs are added up.
std::vector<double> deviation(const std::vector<Vector4>& bodies, const std::vector<float>& pull) {
  std::vector<double> shares;
  const std::size_t n = bodies.size(), tried = std::min(n, (std::size_t{1} << 26) / n);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double wrong = 0, all = 0;
    for (std::size_t one = 0; one < tried; ++one) {
      const std::size_t i = one * n / tried;
      double exact = 0;
      for (const Vector4& b : bodies) {
        const double away[] = {static_cast<double>(b.x - bodies[i].x), static_cast<double>(b.y - bodies[i].y),
                               static_cast<double>(b.z - bodies[i].z)};
        const double distance =
            away[0] * away[0] + away[1] * away[1] + away[2] * away[2] + static_cast<double>(softening);
        exact += static_cast<double>(b.w) * away[axis] / (distance * std::sqrt(distance));
      }
      wrong += std::abs(exact - static_cast<double>(pull[axis * n + i]));
      all += std::abs(exact);
    }
    shares.push_back(all > 0 ? wrong / all : wrong);
  }
  return shares;
}

WorkloadResult run(const WorkloadRun& run, const BarnesHutSizes& sizes) {
  Random random(run.seed);
  const auto bodies =
      sizes.values == Values::plummer ? plummer(random, sizes.bodies) : galaxies(random, sizes.bodies);
  Tree tree;
  tree.fill(tree.add(), bodies, {0, 0, 0, 0}, half_side(bodies), 1);

  const std::size_t n = bodies.size();
  Context& c = run.context;
  const DevicePointer centre = c.upload(tree.centre), children = c.upload(tree.children),
                      square = c.upload(tree.square), body = c.upload(bodies),
                      pull = c.allocate(3 * n * sizeof(float));
  run.module.function("barnes_hut")
      .launch({.grid = {blocks_for(sizes.bodies, cta)}, .cta = {cta}}, centre, children, square, body, pull,
              static_cast<std::int32_t>(n), opening, softening);

  std::vector<float> walked(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    std::array<float, 3> walk{};
    tree.pull(0, bodies[i], walk);
    for (std::size_t axis = 0; axis < 3; ++axis) walked[axis * n + i] = walk[axis];
  }
  const auto got = c.download<float>(pull, 3 * n);
  WorkloadResult result;
  result.compare<float>("pull", walked, got);
  result.compare<double>("deviation from all pairs", std::vector<double>(3, 0.0), deviation(bodies, got),
                         0.05);
  return result;
}

const Registration<Workload> registration{make_workload<BarnesHutSizes>(
    {.name = "barnes_hut",
     .description = "gravity by walks down an octree, with a stack in local memory",
     .stands_for = "Vijaykumar2015 bh (Lonestar)",
     .values =
         "one cluster by Plummer's model, masses 1 / bodies, as in Lonestar; values=clusters: four clusters, "
         "positions within 1, masses about 1 / bodies",
     .character = "memory latency bound with local memory; strong divergence by depth",
     .small = {"bodies=200"},
     .paper = {{"bodies=30000"}, "LonestarGPU 2.0, bh: 30000 50, one step"}},
    run)};

}  // namespace
}  // namespace heddle::barnes_hut
