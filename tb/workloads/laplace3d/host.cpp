// SPDX-License-Identifier: Apache-2.0
// Laplace's equation in a box. The reference steps the whole grid point by point; it adds the six neighbours
// in the kernel's order, so it is exact.
#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::laplace3d {
namespace {

constexpr std::uint32_t tile_x = 32, tile_y = 4;

enum class Values : std::uint8_t { border, temperatures };
constexpr auto names_of(Values) {
  return std::array{Named{Values::border, "border"}, Named{Values::temperatures, "temperatures"}};
}

struct LaplaceSizes {
  std::uint32_t nx = 100, ny = 100, nz = 40, steps = 2;
  Values values = Values::border;
  static constexpr auto parameters() {
    using S = LaplaceSizes;
    constexpr auto source = "100 CTAs a launch, as Jeon2015 Table 1";
    return std::tuple{
        parameter(&S::nx, "nx", "points", 1, 1024, source, "Points along x"),
        parameter(&S::ny, "ny", "points", 1, 1024, source, "Points along y"),
        parameter(&S::nz, "nz", "points", 1, 256, "", "Points along z"),
        parameter(&S::steps, "steps", "steps", 1, 10'000, "one launch a step", "Steps of the method"),
        parameter(&S::values, "values", "laplace3d of GPGPU-Sim's suite (ISPASS 2009)",
                  "border: 1 on the box's faces, 0 inside; temperatures: about 300 with two faces at 395")};
  }
};

/// Returns zeros with ones at the border, or a box of nearly uniform temperature with two hot faces.
std::vector<float> box(Random& random, const LaplaceSizes& s) {
  const auto at_end = [](std::uint32_t i, std::uint32_t n) { return i == 0 || i + 1 == n; };
  std::vector<float> field;
  for (std::uint32_t z = 0; z < s.nz; ++z)
    for (std::uint32_t y = 0; y < s.ny; ++y)
      for (std::uint32_t x = 0; x < s.nx; ++x) {
        if (s.values == Values::border) {
          field.push_back(at_end(x, s.nx) || at_end(y, s.ny) || at_end(z, s.nz) ? 1.0f : 0.0f);
          continue;
        }
        const bool hot = z == 0 || x + 1 == s.nx;
        field.push_back(hot ? uniform(random, 390.0f, 400.0f) : uniform(random, 299.0f, 301.0f));
      }
  return field;
}

std::vector<float> stepped(const std::vector<float>& old, const LaplaceSizes& s) {
  std::vector<float> field = old;
  const std::size_t layer = std::size_t{s.nx} * s.ny;
  for (std::size_t z = 1; z + 1 < s.nz; ++z)
    for (std::size_t y = 1; y + 1 < s.ny; ++y)
      for (std::size_t x = 1; x + 1 < s.nx; ++x) {
        const std::size_t i = z * layer + y * s.nx + x;
        float sum = old[i - 1] + old[i + 1];
        sum += old[i - s.nx];
        sum += old[i + s.nx];
        sum += old[i - layer];
        sum += old[i + layer];
        field[i] = sum * (1.0f / 6.0f);
      }
  return field;
}

WorkloadResult run(const WorkloadRun& run, const LaplaceSizes& s) {
  Random random(run.seed);
  std::vector<float> field = box(random, s);
  DevicePointer from = run.context.upload(field), to = run.context.allocate(field.size() * sizeof(float));
  for (std::uint32_t step = 0; step < s.steps; ++step) {
    run.module.function("laplace3d")
        .launch({.grid = {blocks_for(s.nx, tile_x), blocks_for(s.ny, tile_y)}, .cta = {tile_x, tile_y}}, from,
                to, static_cast<std::int32_t>(s.nx), static_cast<std::int32_t>(s.ny),
                static_cast<std::int32_t>(s.nz));
    std::swap(from, to);
    field = stepped(field, s);
  }
  WorkloadResult result;
  result.compare<float>("field", field, run.context.download<float>(from, field.size()));
  return result;
}

const Registration<Workload> registration{
    make_workload<LaplaceSizes>({.name = "laplace3d",
                                 .description = "Jacobi's method for Laplace's equation in a box",
                                 .stands_for = "Jeon2015 LPS, Vijaykumar2015 LPS (GPGPU-Sim's suite)",
                                 .values = "1.0 on the faces of the box and 0.0 inside, as in GPGPU-Sim's "
                                           "laplace3d: nearly all lines are zero; "
                                           "values=temperatures: near 300 with two faces near 395",
                                 .character = "memory bound; divergent at the edges of tiles and of the box",
                                 .small = {"nx=40", "ny=9", "nz=7", "steps=2"},
                                 .paper = {{"nx=100", "ny=100", "nz=100", "steps=1"},
                                           "GPGPU-Sim's suite (ISPASS 2009), LPS: no arguments"}},
                                run)};

}  // namespace
}  // namespace heddle::laplace3d
