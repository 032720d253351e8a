// SPDX-License-Identifier: Apache-2.0
// Scalar products. The reference adds in double precision and in order; the kernel's rounding errors, at most
// (elements / 256 + 8) half units in the last place of sums of like sign, stay far below the tolerance.
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::scalar_product {
namespace {

constexpr std::uint32_t cta = 256;

struct ScalarProductSizes {
  std::uint32_t vectors = 192, elements = 4096, ctas = 128;
  static constexpr auto parameters() {
    using S = ScalarProductSizes;
    return std::tuple{
        parameter(&S::vectors, "vectors", "pairs", 1, 65'536, "more than CTAs", "Pairs of vectors"),
        parameter(&S::elements, "elements", "elements", 1, 65'536, "16 a thread", "Length of a vector"),
        parameter(&S::ctas, "ctas", "CTAs", 1, 65'536, "Jeon2015 Table 1", "CTAs of the launch")};
  }
};

WorkloadResult run(const WorkloadRun& run, const ScalarProductSizes& s) {
  Random random(run.seed);
  const std::size_t count = std::size_t{s.vectors} * s.elements;
  const auto a = uniform_floats(random, count, 0.0f, 1.0f), b = uniform_floats(random, count, 0.0f, 1.0f);
  const DevicePointer device_a = run.context.upload(a), device_b = run.context.upload(b),
                      products = run.context.allocate(s.vectors * sizeof(float));
  run.module.function("scalar_product")
      .launch({.grid = {s.ctas}, .cta = {cta}}, device_a, device_b, products,
              static_cast<std::int32_t>(s.vectors), static_cast<std::int32_t>(s.elements));

  std::vector<float> expected;
  for (std::size_t v = 0; v < s.vectors; ++v) {
    double sum = 0;
    for (std::size_t i = v * s.elements; i < (v + 1) * s.elements; ++i) sum += double{a[i]} * b[i];
    expected.push_back(static_cast<float>(sum));
  }
  WorkloadResult result;
  result.compare<float>("products", expected, run.context.download<float>(products, s.vectors), 1e-5);
  return result;
}

const Registration<Workload> registration{make_workload<ScalarProductSizes>(
    {.name = "scalar_product",
     .description = "scalar products of pairs of vectors, one CTA a pair",
     .stands_for = "Jeon2015 ScalarProd, Vijaykumar2015 SCP (CUDA SDK)",
     .values = "floats uniform in [0, 1), as in the CUDA SDK: random mantissas, few exponents",
     .character = "memory bound, divergent in the upper levels of the tree",
     .small = {"vectors=21", "elements=300", "ctas=16"},
     .paper = {{"vectors=256", "elements=4096", "ctas=128"}, "CUDA SDK 4.2, scalarProd"}},
    run)};

}  // namespace
}  // namespace heddle::scalar_product
