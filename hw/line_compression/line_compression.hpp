#pragma once

#include <string>

#include "models/base/parameter.hpp"
#include "models/line_compression/bdi_line.hpp"

namespace heddle {

/// Latencies of the BDI units, and its choice of a base.
struct BdiUnitsConfig {
  unsigned compression_latency = 5;
  unsigned decompression_latency = 1;
  BdiBase base = BdiBase::first_wide;

  static constexpr auto parameters() {
    using C = BdiUnitsConfig;
    return std::tuple{parameter(&C::compression_latency, "compression_latency", "cycles", 1u, 16u,
                                "Vijaykumar2015 section 6", "latency of a compressor"),
                      parameter(&C::decompression_latency, "decompression_latency", "cycles", 1u, 16u,
                                "Vijaykumar2015 section 6", "latency of a decompressor"),
                      parameter(&C::base, "base", "Vijaykumar2015 Fig. 6, section 5.1.2",
                                "the value that is the base of a line")};
  }
};

/// Where memory lines are compressed, by what, and in what time.
struct LineCompressionConfig {
  std::string where = "controller";
  std::string codec = "bdi";
  std::string executor = "blocks";
  unsigned granularity = 32;
  BdiUnitsConfig bdi;

  static constexpr auto parameters() {
    using C = LineCompressionConfig;
    return std::tuple{
        parameter(&C::where, "where", "Vijaykumar2015 section 7: HW-BDI-Mem, HW-BDI",
                  "where lines are compressed: controller (in DRAM only) or sm (from the SM's port down)"),
        parameter(&C::codec, "codec", "Vijaykumar2015 section 5.1", "how lines are compressed: bdi"),
        parameter(&C::executor, "executor", "Vijaykumar2015 section 7: Ideal-BDI",
                  "who compresses: blocks, or ideal, in no time"),
        parameter(&C::granularity, "granularity", "bytes", 32u, 64u, "Lal2017 section III-C",
                  "a compressed line takes a multiple of these in DRAM and on wires: 32 or 64"),
        section(&C::bdi, "bdi", "the BDI units")};
  }
  /// Throws Error for an unknown choice.
  void validate() const;
};

}  // namespace heddle
