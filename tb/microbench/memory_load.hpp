#pragma once

#include <span>

#include "hw/gpu/gpu_config.hpp"
#include "models/base/parameter.hpp"
#include "tb/microbench/load_curve.hpp"

namespace heddle {

/// Which lines the sources read: random ones of half of the L2, which are there; random ones of 64 times the
/// L2; or all sources together a stream of lines, one after the other.
enum class Footprint : std::uint8_t { l2, dram, stream };
constexpr auto names_of(Footprint) {
  return std::array{Named{Footprint::l2, "l2"}, Named{Footprint::dram, "dram"},
                    Named{Footprint::stream, "stream"}};
}

/// The memory of a GPU, from the crossbar to DRAM, with a source of reads of 128 B in the place of each SM.
struct MemoryLoad {
  GpuConfig gpu{};
  unsigned window = 64;  ///< reads of a source under way at once
  std::uint64_t seed = 1;
  unsigned warm_up = 5000, measured = 20'000;  ///< cycles of the SMs' clock
};

/// What the machine could give at most, in GB/s of data: at the L2's data ports, at the crossbar's ports on
/// the side of the L2 (whole lines with their headers), and at the DRAM's pins.
struct MemoryBounds {
  double l2_ports = 0, crossbar = 0, dram = 0;
};
MemoryBounds bounds_of(const GpuConfig& gpu);

/// For each footprint a curve: offered and accepted GB/s of data, and ns from the making of a read until its
/// answer. `shares`: of the bound that is least on its way, L2 hits without DRAM's. Makes one machine, in
/// which loads follow each other; so it may be called once in a process.
std::vector<LoadCurve> measure(const MemoryLoad& load, std::span<const Footprint> footprints,
                               std::span<const double> shares);

}  // namespace heddle
