// SPDX-License-Identifier: Apache-2.0
// A small network that recognizes digits drawn on 29 x 29 pixels. Features are exact; a score is a sum in
// another order than the reference's, which adds in double precision.
#include <algorithm>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::neural_network {
namespace {

constexpr std::size_t image_side = 29, map_side = 13, window = 5, maps = 6, classes = 10;
constexpr std::size_t map_size = map_side * map_side, window_weights = window * window + 1;

struct NeuralNetworkSizes {
  std::uint32_t images = 28;
  static constexpr auto parameters() {
    return std::tuple{parameter(&NeuralNetworkSizes::images, "images", "images", 1, 4096,
                                "168 CTAs of 169 threads (Jeon2015 Table 1)", "Digits to read")};
  }
};

/// Returns strokes: 1 on the line of a digit-like curve, falling to 0 within some pixels; paper is exactly 0.
std::vector<float> drawn(Random& random, std::size_t images) {
  std::vector<float> all(images * image_side * image_side, 0.0f);
  for (std::size_t n = 0; n < images; ++n) {
    const float turns = uniform(random, 0.4f, 1.6f), wide = uniform(random, 3.0f, 8.0f),
                lean = uniform(random, -3.0f, 3.0f), pen = uniform(random, 1.2f, 2.2f);
    for (int step = 0; step <= 60; ++step) {
      const float t = static_cast<float>(step) / 60.0f, angle = 6.2832f * turns * t;
      const float x = 14.0f + wide * std::sin(angle) + lean * (t - 0.5f), y = 4.0f + 21.0f * t;
      for (std::size_t i = 0; i < image_side; ++i)
        for (std::size_t j = 0; j < image_side; ++j) {
          const float away = std::hypot(static_cast<float>(j) - x, static_cast<float>(i) - y) / pen;
          float& pixel = all[(n * image_side + i) * image_side + j];
          pixel = std::max(pixel, std::clamp(1.5f - away, 0.0f, 1.0f));
        }
    }
  }
  return all;
}

struct Network {
  std::vector<float> window_weight, score_weight;
};

struct Output {
  std::vector<float> feature{}, score{};
};

Output read(const std::vector<float>& images, const Network& w, std::size_t count) {
  Output out;
  for (std::size_t n = 0; n < count; ++n) {
    std::vector<double> sums(classes, 0.0);
    for (std::size_t place = 0; place < maps * map_size; ++place) {
      const std::size_t map = place / map_size, y = place % map_size / map_side, x = place % map_side;
      float sum = w.window_weight[map * window_weights];
      for (std::size_t tap = 0; tap < window * window; ++tap)
        sum = std::fma(w.window_weight[map * window_weights + 1 + tap],
                       images[(n * image_side + 2 * y + tap / window) * image_side + 2 * x + tap % window],
                       sum);
      out.feature.push_back(sum / (1.0f + std::fabs(sum)));
      for (std::size_t k = 0; k < classes; ++k)
        sums[k] += static_cast<double>(w.score_weight[k * maps * map_size + place]) *
                   static_cast<double>(out.feature.back());
    }
    for (const double s : sums) out.score.push_back(static_cast<float>(s / (1.0 + std::fabs(s))));
  }
  return out;
}

WorkloadResult run(const WorkloadRun& run, const NeuralNetworkSizes& sizes) {
  Random random(run.seed);
  const auto images = drawn(random, sizes.images);
  const Network weights{uniform_floats(random, maps * window_weights, -0.2f, 0.2f),
                        uniform_floats(random, classes * maps * map_size, -0.05f, 0.05f)};
  const std::size_t features = sizes.images * maps * map_size, scores = sizes.images * classes;
  const DevicePointer image = run.context.upload(images),
                      window_weight = run.context.upload(weights.window_weight),
                      score_weight = run.context.upload(weights.score_weight);
  const DevicePointer feature = run.context.allocate(features * sizeof(float)),
                      score = run.context.allocate(scores * sizeof(float));
  const Dim3 cta{map_side, map_side};
  run.module.function("network_features")
      .launch({.grid = {maps, sizes.images}, .cta = cta}, image, window_weight, feature);
  run.module.function("network_scores")
      .launch({.grid = {classes, sizes.images}, .cta = cta}, feature, score_weight, score);

  const Output want = read(images, weights, sizes.images);
  WorkloadResult result;
  result.compare<float>("feature", want.feature, run.context.download<float>(feature, features));
  result.compare<float>("score", want.score, run.context.download<float>(score, scores), 1e-5);
  return result;
}

const Registration<Workload> registration{make_workload<NeuralNetworkSizes>(
    {.name = "neural_network",
     .description = "a network that reads digits: convolutions in CTAs of 169 threads, then ten scores",
     .stands_for =
         "Jeon2015 NN (GPGPU-Sim): 28 digits and 6 maps of 13 x 13 make its 168 CTAs of 169 threads",
     .values = "drawn digits: paper 0, ink 1, soft edges; weights within +-0.2 and +-0.05",
     .character = "compute bound with reuse in the caches; each CTA's last warp has 9 of 32 threads",
     .small = {"images=2"},
     .paper = {{}, "GPGPU-Sim's suite (ISPASS 2009), NN: 28"}},
    run)};

}  // namespace
}  // namespace heddle::neural_network
