// SPDX-License-Identifier: Apache-2.0
// The Walsh transform of Walsh functions: the result is known beforehand, and integers in floats are exact.
// (Walsh function k is 1 or -1 at i when the parity of i & k is even or odd.) Of uniform numbers the
// reference has the same sums, stage by stage, so it is exact, too.
#include <bit>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::fast_walsh_transform {
namespace {

constexpr std::uint32_t chunk = 1024, cta = chunk / 4;

enum class Values : std::uint8_t { walsh, uniform };
constexpr auto names_of(Values) {
  return std::array{Named{Values::walsh, "walsh"}, Named{Values::uniform, "uniform"}};
}

struct WalshSizes {
  std::uint32_t log2n = 18, functions = 1;
  Values values = Values::walsh;
  static constexpr auto parameters() {
    return std::tuple{parameter(&WalshSizes::log2n, "log2n", "", 4, 24,
                                "4 launches through global memory, then one in shared memory",
                                "Base-2 logarithm of the number of elements"),
                      parameter(&WalshSizes::functions, "functions", "functions", 1, 64, "Lal2017",
                                "Walsh functions that are added"),
                      parameter(&WalshSizes::values, "values", "Lal2017 has Walsh functions",
                                "walsh: functions of 1 and -1; uniform: in [0, 1), as in the CUDA SDK")};
  }
};

struct Signal {
  std::vector<float> samples, spectrum;
};

Signal sum_of_walsh_functions(Random& random, std::size_t n, std::uint32_t functions) {
  Signal signal{std::vector<float>(n, 0.0f), std::vector<float>(n, 0.0f)};
  for (std::uint32_t f = 0; f < functions; ++f) {
    const std::uint32_t k = random.below(static_cast<std::uint32_t>(n));
    for (std::uint32_t i = 0; i < n; ++i) signal.samples[i] += std::popcount(i & k) % 2 ? -1.0f : 1.0f;
    signal.spectrum[k] += static_cast<float>(n);
  }
  return signal;
}

Signal uniform_signal(Random& random, std::size_t n) {
  Signal signal{uniform_floats(random, n, 0.0f, 1.0f), {}};
  signal.spectrum = signal.samples;
  for (std::size_t half = n / 2; half > 0; half /= 2)
    for (std::size_t first = 0; first < n; first += 2 * half)
      for (std::size_t i = first; i < first + half; ++i) {
        const float a = signal.spectrum[i], b = signal.spectrum[i + half];
        signal.spectrum[i] = a + b;
        signal.spectrum[i + half] = a - b;
      }
  return signal;
}

WorkloadResult run(const WorkloadRun& run, const WalshSizes& s) {
  const std::uint32_t n = 1u << s.log2n;
  Random random(run.seed);
  const Signal signal =
      s.values == Values::walsh ? sum_of_walsh_functions(random, n, s.functions) : uniform_signal(random, n);
  const DevicePointer data = run.context.upload(signal.samples);

  std::uint32_t size = n;  // from here on partners are less than `size` apart
  for (; size > chunk; size /= 4)
    run.module.function("walsh_far")
        .launch({.grid = {blocks_for(n / 4, cta)}, .cta = {cta}}, data, static_cast<std::int32_t>(size / 4),
                static_cast<std::int32_t>(n));
  run.module.function("walsh_near")
      .launch({.grid = {n / size}, .cta = {cta}}, data, static_cast<std::int32_t>(size));

  WorkloadResult result;
  result.compare<float>("spectrum", signal.spectrum, run.context.download<float>(data, n));
  return result;
}

const Registration<Workload> registration{make_workload<WalshSizes>(
    {.name = "fast_walsh_transform",
     .description = "Walsh-Hadamard transform of Walsh functions",
     .stands_for = "Lal2017 fastWalshTrans (CUDA SDK, of Walsh functions)",
     .values = "a Walsh function: 1 and -1 in a pattern of powers of two; all but one zero at the end; "
               "values=uniform: in "
               "[0, 1), as in the CUDA SDK",
     .character = "memory bound, no divergence, butterflies",
     .small = {"log2n=11"},
     .paper = {{"log2n=23"}, "CUDA SDK 4.2, fastWalshTransform: 2^23 elements; its values are Lal2017's"}},
    run)};

}  // namespace
}  // namespace heddle::fast_walsh_transform
