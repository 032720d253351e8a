// SPDX-License-Identifier: Apache-2.0
// k-means clustering: the device assigns points to centroids, the host moves the centroids to their means,
// until no point changes or the iterations are used up.
#include <cmath>

#include "tb/workloads/kmeans/connection_records.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::kmeans {
namespace {

constexpr std::uint32_t cta = 256;

enum class Values : std::uint8_t { records, groups };
constexpr auto names_of(Values) {
  return std::array{Named{Values::records, "records"}, Named{Values::groups, "groups"}};
}

struct KmeansSizes {
  std::uint32_t points = 12'000, features = 34, clusters = 5, iterations = 4;
  Values values = Values::records;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&KmeansSizes::points, "points", "points", 1, 1'000'000, "47 CTAs a launch", "Points"),
        parameter(&KmeansSizes::features, "features", "features", 1, 64, "kdd_cup", "Features of a point"),
        parameter(&KmeansSizes::clusters, "clusters", "clusters", 1, 64, "few groups", "Centroids"),
        parameter(&KmeansSizes::iterations, "iterations", "launches", 1, 1000, "most points have settled",
                  "Most launches; fewer when no point changes its cluster"),
        parameter(&KmeansSizes::values, "values", "Rodinia",
                  "records: of network connections, most of them zeros, as in kdd_cup; groups: whole numbers "
                  "0 .. 280 around typical values")};
  }
};

/// Returns feature[f * points + p].
std::vector<float> records(Random& random, const KmeansSizes& s) {
  if (s.values == Values::records) {
    std::vector<float> feature;
    for (std::size_t f = 0; f < s.features; ++f)
      for (std::size_t p = 0; p < s.points; ++p)
        feature.push_back(record_value(random, record_columns[f % record_columns.size()]));
    return feature;
  }
  // The features are counters of network connections: groups share typical values, and counters are integers.
  const auto typical = uniform_floats(random, std::size_t{s.clusters} * s.features, 0.0f, 250.0f);
  std::vector<float> feature(std::size_t{s.features} * s.points);
  for (std::size_t p = 0; p < s.points; ++p) {
    const std::size_t group = random.below(s.clusters);
    for (std::size_t f = 0; f < s.features; ++f) {
      const float noise = uniform(random, -15.0f, 15.0f) + uniform(random, -15.0f, 15.0f);
      feature[f * s.points + p] = std::round(std::fmax(0.0f, typical[group * s.features + f] + noise));
    }
  }
  return feature;
}

/// Takes the first points as the first centroids: centroid[c * features + f].
std::vector<float> first_centroids(const std::vector<float>& feature, const KmeansSizes& s) {
  std::vector<float> centroid(std::size_t{s.clusters} * s.features);
  for (std::size_t c = 0; c < s.clusters; ++c)
    for (std::size_t f = 0; f < s.features; ++f)
      centroid[c * s.features + f] = feature[f * s.points + c % s.points];
  return centroid;
}

/// Moves each centroid to the mean of its cluster. The centroid of an empty cluster stays, and points with an
/// invalid cluster number are ignored.
void move_centroids(std::vector<float>& centroid, const std::vector<float>& feature,
                    const std::vector<int>& member, const KmeansSizes& s) {
  std::vector<double> sum(centroid.size(), 0.0);
  std::vector<double> count(s.clusters, 0.0);
  for (std::size_t p = 0; p < s.points; ++p) {
    const auto c = static_cast<std::size_t>(member[p]);
    if (c >= s.clusters) continue;
    count[c] += 1;
    for (std::size_t f = 0; f < s.features; ++f)
      sum[c * s.features + f] += static_cast<double>(feature[f * s.points + p]);
  }
  for (std::size_t i = 0; i < centroid.size(); ++i)
    if (count[i / s.features] > 0) centroid[i] = static_cast<float>(sum[i] / count[i / s.features]);
}

/// Runs the whole algorithm on the CPU, centroid by centroid over all points.
std::vector<int> clustered(const std::vector<float>& feature, const KmeansSizes& s) {
  std::vector<float> centroid = first_centroids(feature, s);
  std::vector<int> member(s.points, -1);
  for (std::uint32_t i = 0; i < s.iterations; ++i) {
    std::vector<float> least(s.points, 3.0e38f);
    std::vector<int> now(s.points, 0);
    for (std::size_t c = 0; c < s.clusters; ++c)
      for (std::size_t p = 0; p < s.points; ++p) {
        float square = 0;
        for (std::size_t f = 0; f < s.features; ++f) {
          const float away = feature[f * s.points + p] - centroid[c * s.features + f];
          square = std::fma(away, away, square);
        }
        if (square >= least[p]) continue;
        least[p] = square;
        now[p] = static_cast<int>(c);
      }
    if (now == member) break;
    member = now;
    move_centroids(centroid, feature, member, s);
  }
  return member;
}

WorkloadResult run(const WorkloadRun& run, const KmeansSizes& sizes) {
  Random random(run.seed);
  const auto feature = records(random, sizes);
  std::vector<float> centroid = first_centroids(feature, sizes);
  const DevicePointer device_feature = run.context.upload(feature),
                      device_centroid = run.context.upload(centroid);
  const DevicePointer device_member = run.context.allocate(sizes.points * sizeof(int));

  std::vector<int> member(sizes.points, -1);
  for (std::uint32_t i = 0; i < sizes.iterations; ++i) {
    run.module.function("kmeans_assign")
        .launch({.grid = {blocks_for(sizes.points, cta)}, .cta = {cta}}, device_feature, device_centroid,
                device_member, static_cast<std::int32_t>(sizes.points),
                static_cast<std::int32_t>(sizes.features), static_cast<std::int32_t>(sizes.clusters));
    const auto now = run.context.download<int>(device_member, sizes.points);
    if (now == member) break;
    member = now;
    move_centroids(centroid, feature, member, sizes);
    run.context.copy_to_device(device_centroid, std::as_bytes(std::span(centroid)));
  }
  WorkloadResult result;
  result.compare<int>("member", clustered(feature, sizes), member);
  return result;
}

const Registration<Workload> registration{make_workload<KmeansSizes>(
    {.name = "kmeans",
     .description = "k-means clustering: the device assigns points, the host moves the centroids",
     .stands_for = "Lal2017 kmeans (Rodinia), Vijaykumar2015 KM (Mars)",
     .values = "records of network connections, as in Rodinia's kdd_cup: 71.8 % zeros, 7.3 % ones, 4.7 % "
               "hundredths, "
               "whole numbers up to 507,534; values=groups: whole numbers 0 .. 280 around typical values",
     .character = "memory bound, coalesced; little divergence",
     .small = {"points=700", "features=3", "clusters=4", "iterations=3"},
     .paper = {{"points=494020", "features=34", "clusters=5", "iterations=500"},
               "Rodinia 3.1: -i kdd_cup, k 5, at most 500 iterations"}},
    run)};

}  // namespace
}  // namespace heddle::kmeans
