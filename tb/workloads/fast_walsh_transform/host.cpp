// The Walsh transform of a sum of a few Walsh functions: the result is known beforehand, and integers in
// floats are exact. (Walsh function k is 1 or -1 at i when the parity of i & k is even or odd.)
#include <bit>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::fast_walsh_transform {
namespace {

constexpr std::uint32_t chunk = 1024, cta = chunk / 4, functions = 3;

struct WalshSizes {
  std::uint32_t log2n = 18;
  static constexpr auto parameters() {
    return std::tuple{parameter(&WalshSizes::log2n, "log2n", "", 4, 22,
                                "4 launches through global memory, then one in shared memory",
                                "Base-2 logarithm of the number of elements")};
  }
};

struct Signal {
  std::vector<float> samples, spectrum;
};

Signal sum_of_walsh_functions(Random& random, std::size_t n) {
  Signal signal{std::vector<float>(n, 0.0f), std::vector<float>(n, 0.0f)};
  for (std::uint32_t f = 0; f < functions; ++f) {
    const std::uint32_t k = random.below(static_cast<std::uint32_t>(n));
    const auto amplitude = static_cast<float>(1 + random.below(4));
    for (std::uint32_t i = 0; i < n; ++i)
      signal.samples[i] += std::popcount(i & k) % 2 ? -amplitude : amplitude;
    signal.spectrum[k] += amplitude * static_cast<float>(n);
  }
  return signal;
}

WorkloadResult run(const WorkloadRun& run, const WalshSizes& s) {
  const std::uint32_t n = 1u << s.log2n;
  Random random(run.seed);
  const Signal signal = sum_of_walsh_functions(random, n);
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
     .description = "Walsh-Hadamard transform of a sum of three Walsh functions",
     .stands_for = "Lal2017 fastWalshTrans (CUDA SDK, of Walsh functions)",
     .values = "whole numbers in floats, few different ones; nearly all zero at the end",
     .character = "memory bound, no divergence, butterflies",
     .small = {"log2n=11"}},
    run)};

}  // namespace
}  // namespace heddle::fast_walsh_transform
