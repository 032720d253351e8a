// SPDX-License-Identifier: Apache-2.0
// One training step of a network with one hidden layer of 16 units and one output. The device sums the
// weighted inputs and changes the weights; the host does the few hidden units in between. The reference
// computes in double precision, so that the check allows for roundings of a sum.
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::backprop {
namespace {

constexpr std::size_t hidden = 16, rows = 16;
constexpr float rate = 0.3f, momentum = 0.3f;

enum class Values : std::uint8_t { uniform, image };
constexpr auto names_of(Values) {
  return std::array{Named{Values::uniform, "uniform"}, Named{Values::image, "image"}};
}

struct BackpropSizes {
  std::uint32_t ctas = 512;
  Values values = Values::uniform;
  static constexpr auto parameters() {
    return std::tuple{parameter(&BackpropSizes::ctas, "ctas", "CTAs", 1, 65'536,
                                "8192 inputs; 4096 CTAs are those of Jeon2015 Table 1",
                                "CTAs of 256 threads; each does 16 inputs"),
                      parameter(&BackpropSizes::values, "values", "Rodinia",
                                "uniform: inputs and weights in [0, 1), no change before; image: inputs that "
                                "vary slowly, weights within 0.05, changes within 0.001")};
  }
};

struct Network {
  std::vector<float> input, weight, change, output_weight;
  double target;
};

/// With 65,536 such inputs the hidden units are saturated, so that no weight changes: that is Rodinia's run.
Network untrained(Random& random, std::size_t inputs) {
  return {uniform_floats(random, inputs, 0.0f, 1.0f), uniform_floats(random, inputs * hidden, 0.0f, 1.0f),
          std::vector<float>(inputs * hidden, 0.0f), uniform_floats(random, hidden, 0.0f, 1.0f), 0.1};
}

/// The input is an image whose brightness changes slowly from pixel to pixel. Weights are small: +-0.05.
Network trained(Random& random, std::size_t inputs) {
  Network n{std::vector<float>(inputs), uniform_floats(random, inputs * hidden, -0.05f, 0.05f),
            uniform_floats(random, inputs * hidden, -0.001f, 0.001f),
            uniform_floats(random, hidden, -0.5f, 0.5f), 0.9};
  float brightness = 0.5f;
  for (float& pixel : n.input) {
    brightness += uniform(random, -0.04f, 0.04f);
    brightness = std::fmin(0.95f, std::fmax(0.05f, brightness));
    pixel = std::round(brightness * 255.0f) / 255.0f;
  }
  return n;
}

double sigmoid(double v) { return 1.0 / (1.0 + std::exp(-v)); }

/// Returns the error terms of the hidden units, from their weighted inputs.
std::vector<float> deltas(const std::vector<double>& sum, const Network& n) {
  const std::vector<float>& output_weight = n.output_weight;
  double out = 0;
  for (std::size_t h = 0; h < hidden; ++h) out += static_cast<double>(output_weight[h]) * sigmoid(sum[h]);
  out = sigmoid(out);
  const double error = out * (1 - out) * (n.target - out);
  std::vector<float> all;
  for (std::size_t h = 0; h < hidden; ++h) {
    const double unit = sigmoid(sum[h]);
    all.push_back(static_cast<float>(unit * (1 - unit) * error * static_cast<double>(output_weight[h])));
  }
  return all;
}

struct Step {
  std::vector<float> partial, weight, change;
};

Step reference(const Network& n, std::size_t ctas) {
  std::vector<double> partial(ctas * hidden), sum(hidden);
  for (std::size_t w = 0; w < n.weight.size(); ++w) {
    const double share = static_cast<double>(n.input[w / hidden]) * static_cast<double>(n.weight[w]);
    partial[w / (hidden * rows) * hidden + w % hidden] += share;
    sum[w % hidden] += share;
  }
  const auto delta = deltas(sum, n);
  Step step{{partial.begin(), partial.end()}, n.weight, n.change};
  for (std::size_t w = 0; w < n.weight.size(); ++w) {
    step.change[w] = rate * delta[w % hidden] * n.input[w / hidden] + momentum * n.change[w];
    step.weight[w] += step.change[w];
  }
  return step;
}

WorkloadResult run(const WorkloadRun& run, const BackpropSizes& sizes) {
  Random random(run.seed);
  const std::size_t inputs = sizes.ctas * rows, weights = inputs * hidden, partials = sizes.ctas * hidden;
  const Network network =
      sizes.values == Values::uniform ? untrained(random, inputs) : trained(random, inputs);
  Context& c = run.context;
  const DevicePointer input = c.upload(network.input), weight = c.upload(network.weight),
                      change = c.upload(network.change);
  const DevicePointer partial = c.allocate(partials * sizeof(float)),
                      delta = c.allocate(hidden * sizeof(float));
  const LaunchShape shape{.grid = {sizes.ctas}, .cta = {hidden, rows}};
  run.module.function("backprop_forward").launch(shape, input, weight, partial);

  const auto got_partial = c.download<float>(partial, partials);
  std::vector<double> sum(hidden);
  for (std::size_t i = 0; i < partials; ++i) sum[i % hidden] += static_cast<double>(got_partial[i]);
  const auto error_terms = deltas(sum, network);
  c.copy_to_device(delta, std::as_bytes(std::span(error_terms)));
  run.module.function("backprop_adjust").launch(shape, input, delta, weight, change, rate, momentum);

  const Step want = reference(network, sizes.ctas);
  WorkloadResult result;
  result.compare<float>("partial", want.partial, got_partial, 1e-6);
  result.compare<float>("weight", want.weight, c.download<float>(weight, weights), 1e-6);
  result.compare<float>("change", want.change, c.download<float>(change, weights), 1e-6);
  return result;
}

const Registration<Workload> registration{make_workload<BackpropSizes>(
    {.name = "backprop",
     .description = "a training step of a network with one hidden layer: forward sums and new weights",
     .stands_for = "Jeon2015 BackProp, Lal2017 backprop (Rodinia)",
     .values = "inputs and weights uniform in [0, 1), changes 0, as in Rodinia; values=image: a slowly "
               "varying image in "
               "255ths, weights within 0.05, their changes within 0.001",
     .character = "memory bound; the reduction idles half of its threads a step",
     .small = {"ctas=8"},
     .paper = {{"ctas=4096"}, "Rodinia 3.1: 65536 inputs"}},
    run)};

}  // namespace
}  // namespace heddle::backprop
