// SPDX-License-Identifier: Apache-2.0
// How many instructions an SM issues when warps wait for nothing, with one warp up to the maximum; and the
// cost of a barrier.
#include "tb/workloads/input.hpp"
#include "tb/workloads/micro/micro_kernel.hpp"

namespace heddle::micro_issue {
namespace {

using micro::Stretch;

struct IssueSizes {
  std::uint32_t warps = 32;
  static constexpr auto parameters() {
    return std::tuple{parameter(&IssueSizes::warps, "warps", "warps", 1, 32, "a whole CTA",
                                "Most warps; the kernels run with 1, 2, 4, 8 and so on")};
  }
};

/// Instructions without register operands; no destination is written again before its last write has
/// finished.
Stretch independent() {
  Stretch s;
  s.name = "independent";
  s.step = [](unsigned k) { return fmt::format("mov.u32 %r{}, {};", k % 16, k); };
  for (unsigned k = 0; k < 16; ++k)
    s.wait += fmt::format("  setp.eq{0}.u32 %done, %r{1}, %r{1}{2};\n", k == 0 ? "" : ".and", k,
                          k == 0 ? "" : ", %done");
  s.finish = "  xor.b32 %result, %r15, %x;\n";
  s.few = 32;
  s.many = 160;
  return s;
}

Stretch barriers() {
  Stretch s;
  s.name = "barrier";
  s.step = [](unsigned) { return "bar.sync 0;"; };
  s.wait = "  setp.eq.u32 %done, %x, %x;\n";
  s.finish = "  not.b32 %result, %x;\n";
  return s;
}

std::string write_ptx(const IssueSizes&) { return micro::write_module({independent(), barriers()}); }

WorkloadResult run(const WorkloadRun& run, const IssueSizes& sizes) {
  Random random(run.seed);
  std::vector<std::uint32_t> input(std::size_t{sizes.warps} * warp_size);
  for (std::uint32_t& word : input) word = static_cast<std::uint32_t>(random());
  const DevicePointer device = run.context.upload(input);
  WorkloadResult result;
  const auto measure = [&](const Stretch& s, std::uint32_t warps, std::uint32_t mask) {
    const auto times = micro::measure(run, s, {.grid = {1}, .cta = {warps * warp_size}}, device, result);
    std::vector<std::uint32_t> expected(std::size_t{warps} * warp_size);
    for (std::size_t t = 0; t < expected.size(); ++t) expected[t] = input[t] ^ mask;
    result.compare<std::uint32_t>(s.name, expected, times.results);
    return times.each(s);
  };
  for (std::uint32_t warps = 1; warps <= sizes.warps; warps *= 2) {
    const Stretch s = independent();
    result.figures.push_back({fmt::format("issue_{}_warps", warps), "cycles an instruction of the SM",
                              measure(s, warps, s.many - 1) / warps});
  }
  for (std::uint32_t warps = 1; warps <= sizes.warps; warps *= 2)
    result.figures.push_back(
        {fmt::format("barrier_{}_warps", warps), "cycles a barrier", measure(barriers(), warps, ~0u)});
  return result;
}

const Registration<Workload> registration{make_workload<IssueSizes>(
    {.name = "micro_issue",
     .description =
         "cycles of an instruction that waits for nothing, and of a barrier, by the number of warps",
     .stands_for = "no benchmark: held against hand calculation",
     .values = "random words, which pass unchanged",
     .character = "issue bound, no divergence",
     .small = {"warps=4"}},
    run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_issue
