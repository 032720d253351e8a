// SPDX-License-Identifier: Apache-2.0
// The sum of many integers by two launches: one sum a CTA, then the sum of these. Both steps are checked
// exactly.
#include <numeric>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::reduction {
namespace {

constexpr std::uint32_t cta = 256;

struct ReductionSizes {
  std::uint32_t n = 1'000'000, ctas = 64;
  static constexpr auto parameters() {
    return std::tuple{parameter(&ReductionSizes::n, "n", "elements", 1, 64'000'000, "61 elements a thread",
                                "Integers to sum"),
                      parameter(&ReductionSizes::ctas, "ctas", "CTAs", 1, 65'536, "Jeon2015 Table 1",
                                "CTAs of the first launch")};
  }
};

WorkloadResult run(const WorkloadRun& run, const ReductionSizes& s) {
  Random random(run.seed);
  const auto in = integers_below(random, s.n, 256);
  const DevicePointer device_in = run.context.upload(in), sums = run.context.allocate(s.ctas * sizeof(int)),
                      total = run.context.allocate(sizeof(int));
  const Function kernel = run.module.function("reduction");
  kernel.launch({.grid = {s.ctas}, .cta = {cta}}, device_in, sums, static_cast<std::int32_t>(s.n));
  kernel.launch({.grid = {1}, .cta = {cta}}, sums, total, static_cast<std::int32_t>(s.ctas));

  std::vector<int> expected(s.ctas, 0);
  for (std::size_t i = 0; i < in.size(); ++i) expected[i / cta % s.ctas] += in[i];
  const std::vector<int> expected_total{std::accumulate(in.begin(), in.end(), 0)};
  WorkloadResult result;
  result.compare<int>("sums", expected, run.context.download<int>(sums, s.ctas));
  result.compare<int>("total", expected_total, run.context.download<int>(total, 1));
  return result;
}

const Registration<Workload> registration{make_workload<ReductionSizes>(
    {.name = "reduction",
     .description = "sum of an array of integers, a tree a CTA",
     .stands_for = "Jeon2015 Reduction (CUDA SDK)",
     .values = "integers 0 .. 255, as samples of one byte; partial sums grow to a few thousand a thread",
     .character = "memory bound, divergent in the upper levels of the tree",
     .small = {"n=5000", "ctas=17"},
     .paper = {{"n=16777216", "ctas=64"}, "CUDA SDK 4.2, reduction, kernel 6"}},
    run)};

}  // namespace
}  // namespace heddle::reduction
