// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/parameter.hpp"

namespace heddle {

/// What the blocks that compress memory lines take, for each line. No power is published for BDI, FPC and
/// C-Pack (Lal2017, section V-E has none either): these are of Heddle's RTL, synthesized, for random lines,
/// without glitches. With all glitches of a block that does its work in one step it would be up to 26 times
/// as much (fpc_decompressor); the registers of the published latencies, which synthesis would put in
/// between, stop them.
struct LineCodecCosts {
  double bdi_compression_pj = 134, bdi_decompression_pj = 57;
  double fpc_compression_pj = 116, fpc_decompression_pj = 330;
  double cpack_compression_pj = 273, cpack_decompression_pj = 215;
  double best_selection_pj = 17;

  static constexpr auto parameters() {
    using C = LineCodecCosts;
    constexpr auto ours = "heddle estimate --orders 1 --workload none, scaled to 45 nm, without glitches";
    constexpr auto compressed = "energy of a line that is compressed",
                   decompressed = "energy of a line that is decompressed";
    return std::tuple{
        parameter(&C::bdi_compression_pj, "bdi_compression_pj", "pJ", 0.0, 1e6, ours, compressed),
        parameter(&C::bdi_decompression_pj, "bdi_decompression_pj", "pJ", 0.0, 1e6, ours, decompressed),
        parameter(&C::fpc_compression_pj, "fpc_compression_pj", "pJ", 0.0, 1e6, ours, compressed),
        parameter(&C::fpc_decompression_pj, "fpc_decompression_pj", "pJ", 0.0, 1e6, ours, decompressed),
        parameter(&C::cpack_compression_pj, "cpack_compression_pj", "pJ", 0.0, 1e6, ours, compressed),
        parameter(&C::cpack_decompression_pj, "cpack_decompression_pj", "pJ", 0.0, 1e6, ours, decompressed),
        parameter(&C::best_selection_pj, "best_selection_pj", "pJ", 0.0, 1e6, ours,
                  "energy of the selection of the best of a line's compressed forms")};
  }
};

}  // namespace heddle
