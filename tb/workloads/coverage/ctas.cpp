// SPDX-License-Identifier: Apache-2.0
// Kernels of eight CTAs an SM, with few and with many registers.
#include "tb/workloads/coverage/live_values.hpp"
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_ctas {
namespace {

struct CtaSizes {
  std::uint32_t ctas = 240;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&CtaSizes::ctas, "ctas", "CTAs", 1, 10000, "sixteen an SM of GTX 480", "Of each kernel")};
  }
};

constexpr std::uint32_t threads = 64;
/// The variant `throttling` has 248 registers: with these kernels, two to seven CTAs can be guaranteed
/// theirs.
constexpr std::array<std::uint32_t, 6> live_values{11, 13, 17, 23, 31, 45};

std::string name_of(std::uint32_t values) { return fmt::format("live_{}", values); }

std::string write_ptx(const CtaSizes&) {
  std::string text = ".version 6.0\n.target sm_50\n.address_size 64\n";
  for (const std::uint32_t values : live_values) text += kernel_of_live_values(name_of(values), values);
  return text;
}

WorkloadResult run(const WorkloadRun& run, const CtaSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> in(std::size_t{sizes.ctas} * threads);
  for (std::uint32_t& word : in) word = static_cast<std::uint32_t>(random());
  const DevicePointer device_in = run.context.upload(in);
  const DevicePointer out = run.context.allocate(in.size() * sizeof in[0]);
  WorkloadResult result;
  for (const std::uint32_t values : live_values) {
    run.module.function(name_of(values)).launch({.grid = {sizes.ctas}, .cta = {threads}}, device_in, out);
    std::vector<std::uint32_t> reference;
    for (const std::uint32_t word : in) reference.push_back(sum_of_live_values(word, values));
    result.compare<std::uint32_t>(name_of(values), reference,
                                  run.context.download<std::uint32_t>(out, in.size()));
  }
  return result;
}

const Registration<Workload> registration{
    make_workload<CtaSizes>({.name = "cover_ctas",
                             .description = "kernels of many small CTAs, with few registers and with many",
                             .stands_for = "no benchmark: coverage points of the CTA throttle",
                             .values = "random words",
                             .character = "issue bound, no divergence",
                             .small = {"ctas=240"}},
                            run, write_ptx)};

}  // namespace
}  // namespace heddle::coverage_ctas
