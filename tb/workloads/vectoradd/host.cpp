// SPDX-License-Identifier: Apache-2.0
// c = a + b on vectors. Each element is rounded once, so the check is exact.
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::vectoradd {
namespace {

constexpr std::uint32_t cta = 256;

struct VectorAddSizes {
  std::uint32_t n = 1'000'000;
  static constexpr auto parameters() {
    return std::tuple{parameter(&VectorAddSizes::n, "n", "elements", 1, 64'000'000,
                                "no multiple of a CTA: the last one is partial", "Length of the vectors")};
  }
};

WorkloadResult run(const WorkloadRun& run, const VectorAddSizes& sizes) {
  Random random(run.seed);
  const auto a = uniform_floats(random, sizes.n, 0.0f, 1.0f);
  const auto b = uniform_floats(random, sizes.n, 0.0f, 1.0f);
  const DevicePointer device_a = run.context.upload(a), device_b = run.context.upload(b);
  const DevicePointer device_c = run.context.allocate(sizes.n * sizeof(float));

  run.module.function("vectoradd")
      .launch({.grid = {blocks_for(sizes.n, cta)}, .cta = {cta}}, device_a, device_b, device_c,
              static_cast<std::int32_t>(sizes.n));

  std::vector<float> expected(sizes.n);
  for (std::size_t i = 0; i < sizes.n; ++i) expected[i] = a[i] + b[i];
  WorkloadResult result;
  result.compare<float>("c", expected, run.context.download<float>(device_c, sizes.n));
  return result;
}

const Registration<Workload> registration{
    make_workload<VectorAddSizes>({.name = "vectoradd",
                                   .description = "sum of two vectors of floats",
                                   .stands_for = "Jeon2015 VectorAdd (CUDA SDK)",
                                   .values = "floats uniform in [0, 1): random mantissas, few exponents",
                                   .character = "memory bound, no divergence",
                                   .small = {"n=1000"},
                                   .paper = {{"n=50000"}, "CUDA SDK 4.2, vectorAdd"}},
                                  run)};

}  // namespace
}  // namespace heddle::vectoradd
