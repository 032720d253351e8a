// SPDX-License-Identifier: Apache-2.0
// A transposed matrix: nothing is computed, so the check is exact.
#include "tb/workloads/image.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::transpose {
namespace {

constexpr std::uint32_t tile = 32, rows_at_once = 8;

enum class Values : std::uint8_t { ramp, picture };
constexpr auto names_of(Values) {
  return std::array{Named{Values::ramp, "ramp"}, Named{Values::picture, "picture"}};
}

struct TransposeSizes {
  std::uint32_t width = 700, height = 500;
  Values values = Values::ramp;
  static constexpr auto parameters() {
    constexpr auto source = "352 CTAs, edge tiles partial";
    return std::tuple{
        parameter(&TransposeSizes::width, "width", "elements", 1, 8192, source, "Columns of the matrix"),
        parameter(&TransposeSizes::height, "height", "elements", 1, 8192, source, "Rows of the matrix"),
        parameter(&TransposeSizes::values, "values", "CUDA SDK",
                  "ramp: element i is i as a float; picture: the brightness of a picture")};
  }
};

std::vector<float> ramp(std::size_t elements) {
  std::vector<float> all(elements);
  for (std::size_t i = 0; i < elements; ++i) all[i] = static_cast<float>(i);
  return all;
}

WorkloadResult run(const WorkloadRun& run, const TransposeSizes& s) {
  Random random(run.seed);
  const auto in = s.values == Values::ramp ? ramp(std::size_t{s.width} * s.height)
                                           : photograph(random, s.width, s.height).floats();
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
     .values =
         "element i is (float) i, as in the CUDA SDK (transpose.cu); values=picture: brightness 0 .. 255",
     .character = "memory bound, divergent only in edge tiles",
     .small = {"width=70", "height=45"},
     .paper = {{"width=2048", "height=2048"},
               "CUDA SDK 4.2, transpose.cu, has 1024 x 1024; twice that either way, so that no L2 cache "
               "holds it"}},
    run)};

}  // namespace
}  // namespace heddle::transpose
