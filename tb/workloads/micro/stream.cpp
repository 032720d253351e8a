// SPDX-License-Identifier: Apache-2.0
// DRAM bandwidth: the SMs together read a large array, each byte once.
#include <algorithm>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::micro_stream {
namespace {

struct StreamSizes {
  std::uint32_t ctas = 240, loads = 16;
  static constexpr auto parameters() {
    using S = StreamSizes;
    return std::tuple{
        parameter(&S::ctas, "ctas", "CTAs", 1, 65'535, "twice what 15 SMs hold", "CTAs of 256 threads"),
        parameter(&S::loads, "loads", "loads", 1, 64, "16 MB with 240 CTAs", "Loads of 16 bytes a thread")};
  }
};

constexpr std::uint32_t threads = 256;

/// Thread t of all T sums vectors t, t + T, t + 2 T ...; it loads several before it uses the first.
std::string write_ptx(const StreamSizes& sizes) {
  std::string text = fmt::format(
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry stream(.param .u64 in, .param .u64 out)\n{{\n"
      "  .reg .b32 %r<8>, %a<{0}>, %b<{0}>, %c<{0}>, %d<{0}>;\n  .reg .b64 %rd<8>;\n"
      "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
      "  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %ctaid.x;\n  mad.lo.u32 %r0, %r1, {1}, %r0;\n"
      "  mul.wide.u32 %rd2, %r0, 16;\n  add.u64 %rd2, %rd2, %rd0;\n"
      "  mul.wide.u32 %rd3, %r0, 4;\n  add.u64 %rd3, %rd3, %rd1;\n  mov.u32 %r2, 0;\n",
      sizes.loads, threads);
  constexpr std::uint32_t together = 4;  // loads of a thread in flight
  const std::uint64_t stride = std::uint64_t{sizes.ctas} * threads * 16;
  for (std::uint32_t first = 0; first < sizes.loads; first += together) {
    const std::uint32_t end = std::min(first + together, sizes.loads);
    for (std::uint32_t k = first; k < end; ++k)
      text += fmt::format("  ld.global.v4.u32 {{%a{0}, %b{0}, %c{0}, %d{0}}}, [%rd2+{1}];\n", k, k * stride);
    for (std::uint32_t k = first; k < end; ++k)
      for (const char r : {'a', 'b', 'c', 'd'}) text += fmt::format("  add.u32 %r2, %r2, %{}{};\n", r, k);
  }
  return text + "  st.global.u32 [%rd3], %r2;\n  ret;\n}\n";
}

WorkloadResult run(const WorkloadRun& run, const StreamSizes& sizes) {
  Random random(run.seed);
  const std::size_t all = std::size_t{sizes.ctas} * threads;
  std::vector<std::uint32_t> words(all * sizes.loads * 4), sums(all);
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = static_cast<std::uint32_t>(random());
    sums[i / 4 % all] += words[i];
  }
  const DevicePointer in = run.context.upload(words), out = run.context.allocate(all * 4);
  const auto before = run.context.device().picoseconds();
  run.module.function("stream").launch({.grid = {sizes.ctas}, .cta = {threads}}, in, out);
  const auto picoseconds = run.context.device().picoseconds() - before;

  WorkloadResult result;
  result.compare<std::uint32_t>("sums", sums, run.context.download<std::uint32_t>(out, all));
  if (picoseconds != 0)
    result.figures.push_back(
        {"read_bandwidth", "GB/s",
         static_cast<double>(words.size() * 4) / (static_cast<double>(picoseconds) * 1e-3)});
  return result;
}

const Registration<Workload> registration{
    make_workload<StreamSizes>({.name = "micro_stream",
                                .description = "sum of a large array: DRAM bandwidth",
                                .stands_for = "no benchmark: held against the peak bandwidth",
                                .values = "random words",
                                .character = "bandwidth bound, no divergence",
                                .small = {"ctas=3", "loads=3"}},
                               run, write_ptx)};

}  // namespace
}  // namespace heddle::micro_stream
