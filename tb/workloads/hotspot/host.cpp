// SPDX-License-Identifier: Apache-2.0
// The temperature of a chip over time, from the power of its cells. The reference steps the whole grid
// without tiles; it rounds as the kernel's formula does (fused multiply-adds are explicit there), so it is
// exact.
#include <algorithm>
#include <cmath>

#include "tb/workloads/hotspot/floorplan.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::hotspot {
namespace {

constexpr std::uint32_t tile = 16;

enum class Values : std::uint8_t { chip, random };
constexpr auto names_of(Values) {
  return std::array{Named{Values::chip, "chip"}, Named{Values::random, "random"}};
}

struct HotspotSizes {
  std::uint32_t cols = 256, rows = 256, steps = 2, pyramid = 2, units = 0;
  Values values = Values::chip;
  static constexpr auto parameters() {
    constexpr auto source = "484 CTAs a launch: work for 15 SMs";
    return std::tuple{
        parameter(&HotspotSizes::cols, "cols", "cells", 1, 8192, source, "Width of the grid"),
        parameter(&HotspotSizes::rows, "rows", "cells", 1, 8192, source, "Height of the grid"),
        parameter(&HotspotSizes::steps, "steps", "time steps", 1, 100'000, "one launch", "Time steps"),
        parameter(&HotspotSizes::pyramid, "pyramid", "time steps", 1, 7, "a tile of 12 x 12 remains",
                  "Time steps that one launch advances; the ghost zone is as wide on every side"),
        parameter(
            &HotspotSizes::units, "units", "units", 0, 8192, "as `values` says",
            "Functional units across and down, each of which begins with one random temperature and has "
            "one random power; 0: as `values` says"),
        parameter(&HotspotSizes::values, "values", "Rodinia",
                  "chip: smooth temperatures, and the power of 68 units, as in temp_512 and power_512; "
                  "random: each cell has its own")};
  }
};

/// A chip of 16 mm x 16 mm x 0.5 mm silicon, whatever the grid's resolution is; the constants are for one
/// cell, in SI units.
struct Chip {
  float capacitance, rx, ry, rz, time_step, ambient;
};

Chip chip_of(const HotspotSizes& s) {
  constexpr double side = 0.016, thickness = 0.0005;           // m
  constexpr double heat_capacity = 1.75e6, conductance = 100;  // silicon: J / (m^3 K), W / (m K)
  const double width = side / s.cols, height = side / s.rows;
  const double capacitance = heat_capacity * thickness * width * height;
  const double rx = width / (conductance * thickness * height),
               ry = height / (conductance * thickness * width);
  const double rz = thickness / (conductance * width * height);
  const double stability_limit = capacitance / (2 / rx + 2 / ry + 1 / rz);  // of the explicit time step
  return {.capacitance = static_cast<float>(capacitance),
          .rx = static_cast<float>(rx),
          .ry = static_cast<float>(ry),
          .rz = static_cast<float>(rz),
          .time_step = static_cast<float>(0.1 * stability_limit),
          .ambient = 318.0f};  // K
}

std::vector<float> simulated(std::vector<float> heat, const std::vector<float>& power, const HotspotSizes& s,
                             const Chip& chip) {
  const float gain = chip.time_step / chip.capacitance;
  const float per_rx = 1.0f / chip.rx, per_ry = 1.0f / chip.ry, per_rz = 1.0f / chip.rz;
  const auto at = [&](std::size_t x, std::size_t y) { return y * s.cols + x; };
  for (std::uint32_t step = 0; step < s.steps; ++step) {
    const std::vector<float> old = heat;
    for (std::size_t y = 0; y < s.rows; ++y)
      for (std::size_t x = 0; x < s.cols; ++x) {
        const float here = old[at(x, y)];
        const float north = y > 0 ? old[at(x, y - 1)] : here,
                    south = y + 1 < s.rows ? old[at(x, y + 1)] : here;
        const float west = x > 0 ? old[at(x - 1, y)] : here, east = x + 1 < s.cols ? old[at(x + 1, y)] : here;
        float flow = std::fma(std::fma(-2.0f, here, north + south), per_ry, power[at(x, y)]);
        flow = std::fma(std::fma(-2.0f, here, west + east), per_rx, flow);
        flow = std::fma(chip.ambient - here, per_rz, flow);
        heat[at(x, y)] = std::fma(gain, flow, here);
      }
  }
  return heat;
}

/// Returns a value for each cell, or one for all cells of a functional unit.
std::vector<float> field(Random& random, const HotspotSizes& s, float low, float high) {
  if (s.units == 0) return uniform_floats(random, std::size_t{s.rows} * s.cols, low, high);
  const auto of_units = uniform_floats(random, std::size_t{s.units} * s.units, low, high);
  std::vector<float> cells;
  for (std::size_t y = 0; y < s.rows; ++y)
    for (std::size_t x = 0; x < s.cols; ++x)
      cells.push_back(of_units[y * s.units / s.rows * s.units + x * s.units / s.cols]);
  return cells;
}

WorkloadResult run(const WorkloadRun& run, const HotspotSizes& sizes) {
  const Chip chip = chip_of(sizes);
  const std::size_t cells = std::size_t{sizes.rows} * sizes.cols;
  Random random(run.seed);
  const bool chip_like = sizes.units == 0 && sizes.values == Values::chip;
  const auto start = chip_like ? smooth_temperatures(random, sizes.cols, sizes.rows)
                               : field(random, sizes, 320.0f, 340.0f);  // K
  const auto power = chip_like ? power_of_units(random, sizes.cols, sizes.rows)
                               : field(random, sizes, 0.0f, 0.01f);  // W a cell
  const DevicePointer device_power = run.context.upload(power);
  DevicePointer from = run.context.upload(start), to = run.context.allocate(cells * sizeof(float));

  for (std::uint32_t done = 0; done < sizes.steps; done += sizes.pyramid) {
    const std::uint32_t steps = std::min(sizes.pyramid, sizes.steps - done), inner = tile - 2 * steps;
    run.module.function("hotspot").launch(
        {.grid = {blocks_for(sizes.cols, inner), blocks_for(sizes.rows, inner)}, .cta = {tile, tile}},
        device_power, from, to, static_cast<std::int32_t>(sizes.cols), static_cast<std::int32_t>(sizes.rows),
        static_cast<std::int32_t>(steps), chip.capacitance, chip.rx, chip.ry, chip.rz, chip.time_step,
        chip.ambient);
    std::swap(from, to);
  }

  WorkloadResult result;
  result.compare<float>("temperature", simulated(start, power, sizes, chip),
                        run.context.download<float>(from, cells));
  return result;
}

const Registration<Workload> registration{make_workload<HotspotSizes>(
    {.name = "hotspot",
     .description = "temperature of a chip over time: a stencil with a ghost zone",
     .stands_for = "Wong2016 hotspot, Jeon2015 HotSpot, Vijaykumar2015 hs (Rodinia)",
     .values =
         "smooth temperatures 322.98 .. 343.96 K; power of 68 units, 0.000017 .. 0.002823 W a cell, of which "
         "99.4 "
         "% equal the one before, as in Rodinia's temp_512 and power_512; values=random: each cell its own",
     .character = "compute in shared memory, divergent at the ghost zone",
     .small = {"cols=40", "rows=27", "steps=5", "pyramid=2"},
     .paper = {{"cols=512", "rows=512", "steps=2", "pyramid=2"}, "Rodinia 3.1: 512 2 2 temp_512 power_512"}},
    run)};

}  // namespace
}  // namespace heddle::hotspot
