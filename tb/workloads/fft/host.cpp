// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of many short signals. The reference is the definition of the transform, in double
// precision. The kernel's sine and cosine have errors of up to 2^-20.9; the error of nine such stages, on
// sums of up to 512 samples of magnitude 4, stays below the tolerance.
#include <cmath>
#include <numbers>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::fft {
namespace {

constexpr std::uint32_t points = 512, cta = points / 2;

enum class Values : std::uint8_t { random, tones };
constexpr auto names_of(Values) {
  return std::array{Named{Values::random, "random"}, Named{Values::tones, "tones"}};
}

struct FftSizes {
  std::uint32_t signals = 128;
  Values values = Values::random;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&FftSizes::signals, "signals", "signals", 1, 65'536,
                  "128 CTAs: work for 15 SMs; Wong2016 has 5 MB", "Signals of 512 complex samples"),
        parameter(&FftSizes::values, "values", "Wong2016",
                  "random: uniform in [-1, 1); tones: three tones and noise")};
  }
};

/// Returns three tones and noise; real and imaginary parts alternate.
std::vector<float> tones(Random& random, std::uint32_t signals) {
  std::vector<float> all;
  for (std::uint32_t s = 0; s < signals; ++s) {
    float frequency[3], strength[3];
    for (float& f : frequency) f = uniform(random, 1.0f, 200.0f);
    for (float& a : strength) a = uniform(random, 0.2f, 1.2f);
    for (std::uint32_t i = 0; i < points; ++i) {
      float re = uniform(random, -0.2f, 0.2f), im = uniform(random, -0.2f, 0.2f);
      for (int k = 0; k < 3; ++k) {
        const double phase = 2 * std::numbers::pi * frequency[k] * i / points;
        re += strength[k] * static_cast<float>(std::cos(phase));
        im += strength[k] * static_cast<float>(std::sin(phase));
      }
      all.insert(all.end(), {re, im});
    }
  }
  return all;
}

std::vector<float> spectra(const std::vector<float>& samples) {
  std::vector<double> cosine, sine;
  for (std::uint32_t i = 0; i < points; ++i) {
    cosine.push_back(std::cos(2 * std::numbers::pi * i / points));
    sine.push_back(std::sin(2 * std::numbers::pi * i / points));
  }
  std::vector<float> all;
  for (std::size_t first = 0; first < samples.size(); first += 2 * points)
    for (std::uint32_t k = 0; k < points; ++k) {
      double re = 0, im = 0;
      for (std::uint32_t i = 0; i < points; ++i) {
        const double a = samples[first + 2 * i], b = samples[first + 2 * i + 1];
        const double c = cosine[i * k % points], s = -sine[i * k % points];
        re += a * c - b * s;
        im += a * s + b * c;
      }
      all.insert(all.end(), {static_cast<float>(re), static_cast<float>(im)});
    }
  return all;
}

WorkloadResult run(const WorkloadRun& run, const FftSizes& s) {
  Random random(run.seed);
  const auto samples = s.values == Values::tones
                           ? tones(random, s.signals)
                           : uniform_floats(random, std::size_t{s.signals} * 2 * points, -1.0f, 1.0f);
  const DevicePointer in = run.context.upload(samples),
                      out = run.context.allocate(samples.size() * sizeof(float));
  run.module.function("fft").launch({.grid = {s.signals}, .cta = {cta}}, in, out);
  WorkloadResult result;
  result.compare<float>("spectrum", spectra(samples), run.context.download<float>(out, samples.size()), 2e-3);
  return result;
}

const Registration<Workload> registration{
    make_workload<FftSizes>({.name = "fft",
                             .description = "Fourier transforms of signals of 512 samples in shared memory",
                             .stands_for = "Wong2016 fft (SHOC)",
                             .values = "random, as in Wong2016: real and imaginary parts uniform in [-1, 1); "
                                       "values=tones: three tones and noise",
                             .character = "compute and shared memory, special functions, no divergence",
                             .small = {"signals=2"},
                             .paper = {{"signals=1280"}, "Wong2016 Table 1: 5 MB"},
                             .error = ErrorMeasure::differing},
                            run)};

}  // namespace
}  // namespace heddle::fft
