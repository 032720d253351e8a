#include <gtest/gtest.h>

#include "tb/fuzz/draw_case.hpp"
#include "tb/fuzz/machine_run.hpp"

namespace heddle {
namespace {

/// Fixed seeds: random kernels on random machines under tandem execution. A seed that fails is repeated with
/// `heddle fuzz --seed SEED --first NUMBER --kernels 1`, which also makes the case smaller.
class RandomKernels : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomKernels, ComputeWhatTheScalarInterpreterDoes) {
  const std::uint64_t seed = GetParam();
  std::size_t runs = 0;
  for (std::uint64_t n = 0; n < 15; ++n) {
    const fuzz::Case c = fuzz::draw_case(seed, n, {.rtl = false});
    const auto r =
        fuzz::check(c, [&](const auto& kernel, const std::string& ptx, const fuzz::Machine& machine) {
          ++runs;
          return run_machine_apart(kernel, ptx, machine, 120);
        });
    EXPECT_FALSE(r.failed()) << "seed " << seed << ", kernel " << n << ": " << name_of(r.verdict) << ": "
                             << r.text
                             << (r.machine < c.machines.size() ? "\n  " + options_of(c.machines[r.machine])
                                                               : "");
    runs -= r.refused;
  }
  EXPECT_GE(runs, 10u);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomKernels, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace heddle
