// SPDX-License-Identifier: Apache-2.0
// Histogram of a picture's bytes; the result must be exact.
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::histogram {
namespace {

constexpr std::uint32_t cta = 256;

struct HistogramSizes {
  std::uint32_t width = 512, height = 400, bits = 8, ctas = 30;
  static constexpr auto parameters() {
    using S = HistogramSizes;
    return std::tuple{
        parameter(&S::width, "width", "pixels", 4, 8192, "", "Width of the picture, rounded down to 4"),
        parameter(&S::height, "height", "pixels", 1, 8192, "", "Height of the picture"),
        parameter(&S::bits, "bits", "bits", 4, 8, "256 bins; 6 gives the SDK's 64",
                  "Bins are 2^bits: the upper bits of a byte"),
        parameter(&S::ctas, "ctas", "CTAs", 1, 65'536, "two an SM", "CTAs of the launch")};
  }
};

WorkloadResult run(const WorkloadRun& run, const HistogramSizes& s) {
  Random random(run.seed);
  const Image picture = photograph(random, s.width / 4 * 4, s.height);
  const DevicePointer in = run.context.upload(picture.pixels);
  const std::size_t bins = std::size_t{1} << s.bits;
  const DevicePointer counts = run.context.allocate(bins * sizeof(std::uint32_t));
  run.module.function("histogram")
      .launch({.grid = {s.ctas}, .cta = {cta}}, in, counts,
              static_cast<std::int32_t>(picture.pixels.size() / 4), static_cast<std::int32_t>(s.bits));

  std::vector<std::uint32_t> expected(bins, 0);
  for (const std::uint8_t p : picture.pixels) ++expected[p * bins / 256];
  WorkloadResult result;
  result.compare<std::uint32_t>("counts", expected, run.context.download<std::uint32_t>(counts, bins));
  return result;
}

const Registration<Workload> registration{make_workload<HistogramSizes>(
    {.name = "histogram",
     .description = "histogram of a picture's bytes, 64 or 256 bins, with atomics in shared memory",
     .stands_for = "CUDA SDK histogram64 and histogram256 (in none of the papers' tables)",
     .values = "bytes of a picture: neighbours are close, so that lanes often meet in a bin",
     .character = "atomics with conflicts in shared memory, little divergence",
     .small = {"width=100", "height=33", "ctas=3", "bits=6"}},
    run)};

}  // namespace
}  // namespace heddle::histogram
