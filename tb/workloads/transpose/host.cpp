// A transposed matrix: nothing is computed, so the check is exact.
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::transpose {
namespace {

constexpr std::uint32_t tile = 32, rows_at_once = 8;

struct TransposeSizes {
  std::uint32_t width = 700, height = 500;
  static constexpr auto parameters() {
    constexpr auto source = "352 CTAs, edge tiles partial";
    return std::tuple{
        parameter(&TransposeSizes::width, "width", "elements", 1, 8192, source, "Columns of the matrix"),
        parameter(&TransposeSizes::height, "height", "elements", 1, 8192, source, "Rows of the matrix")};
  }
};

WorkloadResult run(const WorkloadRun& run, const TransposeSizes& s) {
  Random random(run.seed);
  const auto in = photograph(random, s.width, s.height).floats();
  const DevicePointer device_in = run.context.upload(in),
                      device_out = run.context.allocate(in.size() * sizeof(float));

  run.module.function("transpose")
      .launch({.grid = {blocks_for(s.width, tile), blocks_for(s.height, tile)}, .cta = {tile, rows_at_once}},
              device_in, device_out, static_cast<std::int32_t>(s.width), static_cast<std::int32_t>(s.height));

  std::vector<float> expected;
  for (std::size_t x = 0; x < s.width; ++x)
    for (std::size_t y = 0; y < s.height; ++y) expected.push_back(in[y * s.width + x]);
  WorkloadResult result;
  result.compare<float>("out", expected, run.context.download<float>(device_out, in.size()));
  return result;
}

const Registration<Workload> registration{make_workload<TransposeSizes>(
    {.name = "transpose",
     .description = "a matrix of floats transposed through tiles in shared memory",
     .stands_for = "Lal2017 transpose (CUDA SDK), Vijaykumar2015 TRA",
     .values = "brightness 0 .. 255 of a picture as floats: whole numbers, neighbours close",
     .character = "memory bound, divergent only in edge tiles",
     .small = {"width=70", "height=45"}},
    run)};

}  // namespace
}  // namespace heddle::transpose
