// SPDX-License-Identifier: Apache-2.0
// The k records of storm tracks that are nearest to a place, by latitude and longitude.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::knn {
namespace {

constexpr std::uint32_t cta = 256;

enum class Values : std::uint8_t { random, tracks };
constexpr auto names_of(Values) {
  return std::array{Named{Values::random, "random"}, Named{Values::tracks, "tracks"}};
}

struct KnnSizes {
  std::uint32_t records = 42'764, k = 16;
  Values values = Values::random;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&KnnSizes::records, "records", "records", 1, 8'000'000, "Wong2016 Table 1",
                  "Records to search"),
        parameter(&KnnSizes::k, "k", "records", 1, 1'000, "a short list", "Nearest records to find"),
        parameter(&KnnSizes::values, "values", "Rodinia, nn",
                  "random: places anywhere, searched from 30, 90; tracks: records follow storms")};
  }
};

struct Place {
  float latitude, longitude;
};

float tenths(float degrees) { return std::round(degrees * 10.0f) / 10.0f; }

/// Returns places in tenths of a degree, as the generator of Rodinia's hurricane records draws them.
std::vector<Place> random_places(Random& random, std::size_t records) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < records; ++i) {
    const float latitude = static_cast<float>(70 + random.below(630)) / 10.0f;
    places.push_back({latitude, static_cast<float>(random.below(3590)) / 10.0f});
  }
  return places;
}

/// Returns storm tracks: each begins over the ocean and moves by up to half a degree a record, for 20 .. 59
/// records. Degrees come in tenths, as in observers' records.
std::vector<Place> storm_tracks(Random& random, std::size_t records) {
  std::vector<Place> places;
  while (places.size() < records) {
    Place at{uniform(random, 7.0f, 30.0f), uniform(random, 280.0f, 350.0f)};
    const float north = uniform(random, 0.0f, 0.5f), east = uniform(random, -0.5f, 0.5f);
    for (std::uint32_t left = 20 + random.below(40); left > 0 && places.size() < records; --left) {
      places.push_back({tenths(at.latitude), tenths(at.longitude)});
      at.latitude += north * uniform(random, 0.5f, 1.5f);
      at.longitude += east * uniform(random, 0.5f, 1.5f);
    }
  }
  return places;
}

/// Returns the records of the k least distances, the nearest first; of equal ones the lower number first.
std::vector<int> nearest(const std::vector<float>& distance, std::size_t k) {
  std::vector<int> order(distance.size());
  std::iota(order.begin(), order.end(), 0);
  const auto nearer = [&](int a, int b) {
    const float to_a = distance[static_cast<std::size_t>(a)], to_b = distance[static_cast<std::size_t>(b)];
    return to_a < to_b || (to_a == to_b && a < b);
  };
  k = std::min(k, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(), nearer);
  order.resize(k);
  return order;
}

WorkloadResult run(const WorkloadRun& run, const KnnSizes& sizes) {
  Random random(run.seed);
  const bool anywhere = sizes.values == Values::random;
  const auto places = anywhere ? random_places(random, sizes.records) : storm_tracks(random, sizes.records);
  const Place here =
      anywhere ? Place{30.0f, 90.0f}
               : Place{tenths(uniform(random, 15.0f, 35.0f)), tenths(uniform(random, 290.0f, 340.0f))};
  const DevicePointer device_places = run.context.upload(places);
  const DevicePointer distance = run.context.allocate(places.size() * sizeof(float));
  run.module.function("knn_distances")
      .launch({.grid = {blocks_for(sizes.records, cta)}, .cta = {cta}}, device_places, distance,
              static_cast<std::int32_t>(sizes.records), here.latitude, here.longitude);

  std::vector<float> want;
  for (const Place& p : places) {
    const float north = p.latitude - here.latitude, east = p.longitude - here.longitude;
    want.push_back(std::sqrt(std::fma(east, east, north * north)));
  }
  const auto got = run.context.download<float>(distance, places.size());
  WorkloadResult result;
  result.compare<float>("distance", want, got);
  result.compare<int>("nearest", nearest(want, sizes.k), nearest(got, sizes.k));
  return result;
}

const Registration<Workload> registration{make_workload<KnnSizes>(
    {.name = "knn",
     .description = "distances of storm records from a place; the host picks the k nearest",
     .stands_for = "Wong2016 knn (Rodinia nn)",
     .values = "latitudes and longitudes in tenths of a degree, random, as in Rodinia's nn; values=tracks: "
               "along storm "
               "tracks, neighbours are similar",
     .character = "memory bound, no divergence",
     .small = {"records=1000", "k=5"},
     .paper = {{"records=42764", "k=5"}, "Wong2016 Table 1; Rodinia 3.1: filelist_4 -r 5 -lat 30 -lng 90"},
     .error = ErrorMeasure::differing},
    run)};

}  // namespace
}  // namespace heddle::knn
